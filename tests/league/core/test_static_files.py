from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from league.core.static_files import BundleError, HashedFiles


def collect(folder: Path, files: dict[str, str]) -> HashedFiles:
    """Collect files, and return the storage."""
    source, target = folder / "source", folder / "target"
    for name, text in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    storage = HashedFiles(location=str(target), base_url="/static/")
    found = FileSystemStorage(location=str(source))
    for name in files:
        with found.open(name) as file:
            storage.delete(name)
            storage.save(name, file)
    done = list(storage.post_process({name: (found, name) for name in files}))
    assert [each for each in done if isinstance(each[2], Exception)] == []
    return storage


def read(storage: HashedFiles, name: str) -> str:
    with storage.open(storage.stored_name(name)) as file:
        return str(file.read().decode())


def test_script_is_one_file_with_each_module_once_in_its_own_scope(tmp_path: Path) -> None:
    files = {
        "js/table.js": 'import { h } from "./dom.js";\nimport "./loud.js";\nconst a = 1;\nh(a);\n',
        "js/dom.js": 'import { code } from "../vendor/qr.js";\nconst a = 2;\n'
        "export const h = (b) => code + a + b;\nexport class Box {}\n",
        "js/loud.js": 'import { h } from "./dom.js";\nself.loud = h;\n',
        "vendor/qr.js": "const e=1;export{e as code};",
    }
    storage = collect(tmp_path, files)
    text = read(storage, "js/table.js")
    assert text == (
        "const $vendor_qr_js=(()=>{const e=1;return{code:e};})();"
        "const $js_dom_js=(()=>{const{code}=$vendor_qr_js;const a=2;const h=(b)=>code+a+b;"
        "class Box{}\nreturn{h,Box};})();"
        "const $js_loud_js=(()=>{const{h}=$js_dom_js;self.loud=h;return{};})();"
        "const{h}=$js_dom_js;const a=1;h(a);"
    )


def test_stylesheet_is_one_file_with_layers_and_media(tmp_path: Path) -> None:
    files = {
        "css/site.css": '/* All. */\n@import url("../vendor/base.css") layer(base);\n'
        '@import url("page.css");\n@import url("print.css") print;\n',
        "vendor/base.css": '@charset "UTF-8";a { color: red }',
        "css/page.css": ".page { margin: 0; }\n",
        "css/print.css": "nav { display: none; }",
    }
    assert read(collect(tmp_path, files), "css/site.css") == (
        "@layer base{a{color:red}}.page{margin:0}@media print{nav{display:none}}"
    )


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"js/a.js": 'import b from "./b.js";\n', "js/b.js": ""},
            'js/a.js: import b from "./b.js"',
        ),
        ({"js/a.js": 'export * from "./b.js";\n', "js/b.js": ""}, "js/a.js: export "),
        ({"js/a.js": 'import "./a.js";\n'}, "js/a.js imports itself by js/a.js"),
        ({"css/a.css": '@import "b.css";\n'}, 'css/a.css: @import "b.css";'),
        (
            {"css/a.css": '@import url("../v/b.css");\n', "v/b.css": "a{background:url(c.svg)}"},
            "v/b.css names files",
        ),
    ],
)
def test_what_is_not_understood_stops_the_collecting(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    with pytest.raises(BundleError, match=said.replace("*", r"\*")):
        collect(tmp_path, files)


def test_collecting_again_follows_a_change_and_keeps_what_is_compressed(tmp_path: Path) -> None:
    files = {"js/a.js": 'import "./b.js";\n', "js/b.js": "self.b = 1;\n" * 40}
    storage = collect(tmp_path, files)
    first = storage.stored_name("js/a.js")
    compressed = Path(storage.path(f"{first}.br"))
    made_at = compressed.stat().st_mtime_ns
    assert storage.stored_name("js/a.js") == collect(tmp_path, files).stored_name("js/a.js")
    assert compressed.stat().st_mtime_ns == made_at
    changed = collect(tmp_path, files | {"js/b.js": "self.b = 2;\n" * 40})
    assert changed.stored_name("js/a.js") != first
    assert "self.b=2;" in read(changed, "js/a.js")
    assert changed.url("js/a.js") == f"/static/{changed.stored_name('js/a.js')}"


def test_file_that_was_not_collected_has_its_plain_name(tmp_path: Path) -> None:
    files = HashedFiles(location=str(tmp_path), base_url="/static/")
    (tmp_path / "new.css").write_text("a { color: red }")
    assert files.url("css/missing.css") == "/static/css/missing.css"
