#include "output/html/live.h"

#include "output/html/assets.h"
#include "output/xml.h"

/* ---- Fields ---- */

static void put_text(struct buf *out, const struct html_field *field,
                     struct str value)
{
    buf_printf(out, "<input name=\"%s\" type=\"%s\"%s placeholder=\"",
               field->name, field->is_number ? "number" : "text",
               field->is_number ? " min=\"0\"" : "");
    xml_escape(out, str_of(field->hint));
    buf_add(out, S("\" value=\""));
    xml_escape(out, value);
    buf_add(out, S("\" autocomplete=\"off\" spellcheck=\"false\">"));
}

static void put_choice(struct buf *out, struct str choice, struct str value,
                       struct str shown)
{
    buf_add(out, S("<option value=\""));
    xml_escape(out, choice);
    buf_add(out, str_eq(choice, value) ? S("\" selected>") : S("\">"));
    xml_escape(out, shown);
    buf_add(out, S("</option>"));
}

/* A value that is no choice, such as the beginning of an event's name, is one
   more of them. */
static void put_select(struct buf *out, const struct html_field *field,
                       struct str value)
{
    bool is_known = value.len == 0;
    buf_printf(out, "<select name=\"%s\">", field->name);
    put_choice(out, S(""), value, str_of(field->hint));
    for (size_t i = 0; i < field->n_choices; i++) {
        put_choice(out, field->choices[i], value, field->choices[i]);
        is_known |= str_eq(field->choices[i], value);
    }
    if (!is_known)
        put_choice(out, value, value, value);
    buf_add(out, S("</select>"));
}

static void put_field(struct buf *out, const struct html_field *field)
{
    size_t n = field->n_values ? field->n_values : 1;
    for (size_t i = 0; i < n; i++) {
        struct str value = field->n_values ? field->values[i] : S("");
        buf_printf(out, "<label>%s ", field->label);
        if (field->choices)
            put_select(out, field, value);
        else
            put_text(out, field, value);
        buf_add(out, S("</label>\n"));
    }
}

static void put_fields(struct buf *out, const struct html_live *live,
                       bool are_rare)
{
    for (size_t i = 0; i < live->n_fields; i++)
        if (live->fields[i].is_rare == are_rare)
            put_field(out, &live->fields[i]);
}

/* Does a field that is out of sight have a value? */
static bool has_rare_value(const struct html_live *live)
{
    for (size_t i = 0; i < live->n_fields; i++)
        if (live->fields[i].is_rare && live->fields[i].n_values)
            return true;
    return false;
}

/* ---- The form ---- */

static void put_form(struct buf *out, const struct html_live *live,
                     struct str messages)
{
    buf_add(out, S("<form id=\"live\" autocomplete=\"off\" "
                   "aria-label=\"Filters\""));
    if (live->version)
        buf_printf(out, " data-version=\"%u\"", live->version);
    buf_add(out, S(">\n"));
    if (live->strip.len) {
        buf_add(out, S("<script type=\"application/json\" "
                       "id=\"strip-data\">"));
        buf_add(out, live->strip);
        buf_add(out, S("</script>\n"));
    }
    if (live->compares_last)
        buf_add(out, S("<input type=\"hidden\" name=\"compare\" "
                       "value=\"last\">\n"));
    put_fields(out, live, false);
    buf_printf(out,
               "<details%s><summary>More</summary>\n"
               "<div>\n",
               has_rare_value(live) ? " open" : "");
    put_fields(out, live, true);
    buf_add(out, S("</div>\n</details>\n"
                   "<button type=\"submit\">Draw</button>\n"));
    if (live->can_compare && !live->compares_last)
        buf_add(out, S("<button type=\"submit\" name=\"compare\" "
                       "value=\"last\">Compare with the last run</button>\n"));
    buf_add(out, S("<a href=\"./\">Reset</a>\n"
                   "<output id=\"live-message\">"));
    xml_escape(out, messages);
    buf_add(out, S("</output>\n</form>\n"));
}

void html_live_form(struct buf *out, const struct html_live *live)
{
    put_form(out, live, S(""));
}

void html_live_script(struct buf *out)
{
    buf_add(out, S("<script>"));
    buf_add(out, ASSET(live_js));
    buf_add(out, S("</script>\n"));
}

void html_live_failure(struct buf *out, const struct html_live *live,
                       struct str messages)
{
    buf_printf(out,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
               "<meta charset=\"utf-8\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" "
               "content=\"default-src 'none'; script-src 'sha256-%s'; "
               "style-src 'sha256-%s' 'sha256-%s'; img-src data:; "
               "connect-src 'self'; base-uri 'none'; form-action 'self'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, "
               "initial-scale=1\">\n"
               "<link rel=\"icon\" href=\"data:,\">\n"
               "<title>No picture</title>\n",
               live_js_sha256, page_css_sha256, live_css_sha256);
    buf_add(out, S("<style>"));
    buf_add(out, ASSET(page_css));
    buf_add(out, S("</style>\n<style>"));
    buf_add(out, ASSET(live_css));
    buf_add(out, S("</style>\n</head>\n<body>\n<header>\n"
                   "<h1>No picture</h1>\n"));
    put_form(out, live, messages);
    buf_add(out, S("</header>\n"));
    html_live_script(out);
    buf_add(out, S("</body>\n</html>\n"));
}
