"""Storage of static files: a stylesheet or script is one file with all it imports, minified."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = re.compile(r"(css/.+\.css|js/.+\.js)$")
FINAL = re.compile(r"\.[0-9a-f]{12}\.(css|js|svg)$")
STYLE_IMPORT = re.compile(r'^@import url\("(?P<file>[^"]+)"\)(?: (?P<how>[^;]+))?;\n', re.MULTILINE)
SCRIPT_IMPORT = re.compile(
    r'^import (?:(?P<names>\{[\w ,]+\}) from )?"(?P<file>\.[^"]+)";.*\n', re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (?P<name>\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"export\{(?P<names>[^}]*)\};?\s*$")
NOT_UNDERSTOOD = re.compile(r"^(@import|import|export)\b(?!\()", re.MULTILINE)

Sources = Mapping[str, tuple[Any, str]]


class BundleError(Exception):
    """A file imports or exports in a way that is not understood."""


def bundled_style(name: str, sources: Sources) -> str:
    """Return a stylesheet with the sheets that it imports in their place."""

    def inline(found: re.Match[str]) -> str:
        file, how = _path(name, found["file"]), found["how"] or ""
        text = bundled_style(file, sources).removeprefix('@charset "UTF-8";')
        if "/" in posixpath.relpath(file, posixpath.dirname(name)) and re.search(
            r'url\((?!"?data:)', text
        ):
            raise BundleError(f"{file} names files and lies in another folder than {name}.")
        layer = re.fullmatch(r"layer\((\w+)\)", how)
        around = f"@layer {layer[1]}" if layer else f"@media {how}" if how else ""
        return f"{around} {{\n{text}\n}}\n" if around else f"{text}\n"

    return _checked(name, STYLE_IMPORT.sub(inline, _read(name, sources)))


def bundled_script(name: str, sources: Sources) -> str:
    """Return a script after the modules that it imports, each once and in a scope of its own."""
    parts: dict[str, str] = {}
    text = _with_imports(name, sources, parts, (name,))
    return "".join(parts.values()) + text


def _with_imports(name: str, sources: Sources, parts: dict[str, str], way: tuple[str, ...]) -> str:
    """Return a module that takes its imports from `parts`, to which they are added."""

    def take(found: re.Match[str]) -> str:
        file = _path(name, found["file"])
        if file in way:
            raise BundleError(f"{file} imports itself by {name}.")
        if file not in parts:
            text, names = _without_exports(_with_imports(file, sources, parts, (*way, file)))
            parts[file] = f"const {_variable(file)} = (() => {{\n{text}\nreturn {names};\n}})();\n"
        return f"const {found['names']} = {_variable(file)};\n" if found["names"] else ""

    return _checked(name, SCRIPT_IMPORT.sub(take, _read(name, sources)), is_module=True)


def _without_exports(text: str) -> tuple[str, str]:
    """Return a module without its exports, and an object of them."""
    names = EXPORT.findall(text)
    listed = EXPORT_LIST.search(text)
    for each in listed["names"].split(",") if listed else ():
        inner, _, outer = each.partition(" as ")
        names.append(f"{outer}: {inner}" if outer else inner)
    return EXPORT_LIST.sub("", EXPORT.sub("", text)), f"{{ {', '.join(names)} }}"


def _checked(name: str, text: str, *, is_module: bool = False) -> str:
    rest = EXPORT_LIST.sub("", EXPORT.sub("", text)) if is_module else text
    if found := NOT_UNDERSTOOD.search(rest):
        line = rest[found.start() :].partition("\n")[0]
        raise BundleError(f"{name}: {line[:80]}")
    return text


def _variable(file: str) -> str:
    return "$" + re.sub(r"\W", "_", file)


def _path(name: str, relative: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))


def _read(name: str, sources: Sources) -> str:
    storage, path = sources[name]
    with storage.open(path) as file:
        return str(file.read().decode())


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage of bundles under names of their hash; unknown files keep their names."""

    manifest_strict = False

    def post_process(
        self, paths: dict[str, tuple[Any, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """Bundle our stylesheets and scripts, then hash and compress all files."""
        if not dry_run:
            bundles = {name: _bundle(name, paths) for name in paths if OURS.fullmatch(name)}
            for name, text in bundles.items():
                self.delete(name)
                self._save(name, ContentFile(text.encode()))
            paths = paths | {name: (self, name) for name in bundles}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what pages name and is not compressed yet."""
        new = [path for path in paths if FINAL.search(path) and not self.exists(f"{path}.br")]
        yield from super().compress_files(new)

    @cache  # noqa: B019 - there is one storage, and no more names than files
    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file."""
        return super().url(name, force)

    def stored_name(self, name: str) -> str:
        """Return the hashed name of a file."""
        try:
            return super().stored_name(name)
        except ValueError:
            return name


def _bundle(name: str, sources: Sources) -> str:
    if name.endswith(".css"):
        return str(cssmin(bundled_style(name, sources)))
    return str(jsmin(bundled_script(name, sources)))
