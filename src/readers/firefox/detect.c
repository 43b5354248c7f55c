#include "readers/firefox/detect.h"

#include "readers/head.h"

/* All versions have an interval in "meta", and raw ones their version. The
   first thread has a table, and the first library an id, that no other format
   has. Old profiles are a member "profile". */
enum match firefox_detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_json(head,
                         S("threads/0/frameTable threads/0/stackTable "
                           "threads/0/funcTable libs/0/breakpadId "
                           "profile/threads/0/frameTable "
                           "profile/threads/0/stackTable "
                           "profile/threads/0/funcTable "
                           "profile/libs/0/breakpadId")) ||
                   (head_has_json(head, S("meta/interval "
                                          "profile/meta/interval")) &&
                    head_has_json(head,
                                  S("meta/version profile/meta/version "
                                    "meta/preprocessedProfileVersion "
                                    "profile/meta/preprocessedProfileVersion")))
               ? MATCH_YES
               : MATCH_NO;
}
