"""Read QR codes as a camera would: from pixels of a screenshot, by a reader that is not ours."""

import base64

import numpy as np
import zxingcpp
from playwright.sync_api import Page

PIXELS = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const drawing = canvas.getContext("2d");
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  const grey = new Uint8Array(data.length / 4);
  grey.forEach((_, at) => { grey[at] = data[4 * at + 1]; });
  let letters = "";
  for (let at = 0; at < grey.length; at += 8192) {
    letters += String.fromCharCode(...grey.subarray(at, at + 8192));
  }
  return [image.width, image.height, btoa(letters)];
}"""


def codes_on(page: Page) -> list[str]:
    """Return what the QR codes say that are on the screen now, not further down."""
    return read_codes(page, page.screenshot())


def read_codes(page: Page, png: bytes) -> list[str]:
    """Return what the QR codes in a picture say; a blank tab beside the page unpacks it."""
    browser = page.context.browser
    assert browser is not None
    tab = browser.new_page()
    width, height, grey = tab.evaluate(PIXELS, base64.b64encode(png).decode())
    tab.close()
    pixels = np.frombuffer(base64.b64decode(grey), dtype=np.uint8).reshape(height, width)
    return [code.text for code in zxingcpp.read_barcodes(pixels)]
