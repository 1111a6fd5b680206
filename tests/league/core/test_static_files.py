from pathlib import Path

from django.core.files.storage import FileSystemStorage

from league.core.static_files import HashedFiles


def test_scripts_import_the_very_files_they_were_written_with(tmp_path: Path) -> None:
    for name, text in {
        "js/table.js": 'import { h } from "./parts/dom.js";\nh("from ./nowhere.js");\n' * 50,
        "js/parts/dom.js": 'import { code } from "../../vendor/qr.js";\nexport const h = code;\n',
        "vendor/qr.js": 'import bare from "htmx";\nexport const code = 1;\n',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    files = HashedFiles(location=str(tmp_path), base_url="/static/")
    source = FileSystemStorage(location=str(tmp_path))
    names = ["js/table.js", "js/parts/dom.js", "vendor/qr.js"]
    processed = list(files.post_process({name: (source, name) for name in names}))
    assert [each for each in processed if isinstance(each[2], Exception)] == []
    table, dom, qr = (files.stored_name(name) for name in names)
    assert f'from "./parts/{Path(dom).name}";' in (tmp_path / table).read_text()
    assert f'from "../../vendor/{Path(qr).name}";' in (tmp_path / dom).read_text()
    assert 'from "htmx"' in (tmp_path / qr).read_text()
    assert (tmp_path / f"{table}.br").exists()
    assert files.url("js/table.js") == f"/static/{table}"


def test_file_that_was_not_collected_has_its_plain_name(tmp_path: Path) -> None:
    files = HashedFiles(location=str(tmp_path), base_url="/static/")
    (tmp_path / "new.css").write_text("a { color: red }")
    assert files.url("css/missing.css") == "/static/css/missing.css"
