"""Writes a profile of Very Sleepy, a zip archive with fixed dates:

    sleepy.py OUT FILE...

The files are the archive's members, in this order, under their own names.
"""
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sys.argv[2:]:
        info = zipfile.ZipInfo(path.rsplit("/", 1)[-1], (2015, 12, 18, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        with open(path, "rb") as member:
            archive.writestr(info, member.read())
