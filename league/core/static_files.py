"""Static files as a server of one's own keeps them."""

from functools import cache

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Our own modules import by `from "./dom.js"`; what packages bring imports in ways of its own.
OUR_IMPORTS = (
    "js/*.js",
    ((r"""(?P<matched>from "(?P<url>\.{1,2}/[^"]+)")""", """from "%(url)s\""""),),
)


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped package
    """Name each file by what is in it, so that browsers keep it for ever; compress it once.

    Scripts that import others name the very ones that they were written with. A file that was not
    collected is asked for by its plain name.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_IMPORTS)
    manifest_strict = False

    @cache  # noqa: B019 - there is one storage, and no more names than files
    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file; each page names twenty."""
        return str(super().url(name, force))

    def stored_name(self, name: str) -> str:
        """Return the name that a browser asks for."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name
