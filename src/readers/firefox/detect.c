#include "readers/firefox/detect.h"

#include "readers/head.h"

/* The developer tools of Firefox 59 put lists before the profile, of which that
   of markers may be longer than the head. */
static bool has_markers(struct str head)
{
    return head_has_json(head, S("label=")) &&
           head_has_json(head, S("duration")) &&
           head_has_json(head, S("markers/0/isOffMainThread "
                                 "markers/0/processType"));
}

/* JsonSlabs hold nothing else yet. All versions have an interval in "meta", and
   raw ones their version. The first thread has a table, and the first library an
   id, that no other format has. Old profiles are a member "profile". */
enum match firefox_detect(struct head head)
{
    if (json_slabs_begin(head.text))
        return MATCH_YES;
    if (str_has(head.text, S("\0")))
        return MATCH_NO;
    return head_has_json(head.text,
                         S("threads/0/frameTable threads/0/stackTable "
                           "threads/0/funcTable libs/0/breakpadId "
                           "profile/threads/0/frameTable "
                           "profile/threads/0/stackTable "
                           "profile/threads/0/funcTable "
                           "profile/libs/0/breakpadId")) ||
                   (head_has_json(head.text, S("meta/interval "
                                          "profile/meta/interval")) &&
                    head_has_json(head.text,
                                  S("meta/version profile/meta/version "
                                    "meta/preprocessedProfileVersion "
                                    "profile/meta/preprocessedProfileVersion"))) ||
                   has_markers(head.text)
               ? MATCH_YES
               : MATCH_NO;
}
