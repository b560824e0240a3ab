// Cuts the page of an SVG to what is drawn on it. Drawings of the nineties and noughties lie anywhere on their page, some beyond it, and many say how large
// the page is only in millimetres of a program that took 90 pixels for an inch.
import sharp from 'sharp'

const PIXELS_OF = { '': 1, px: 1, pt: 1.25, pc: 15, in: 90, mm: 90 / 25.4, cm: 90 / 2.54 }
/** Edge of the pictures in which the drawing is looked for. */
const FINE = 512
/** Fainter pixels are the ends of shadows. */
const LEAST_ALPHA = 16
/** Share of the edge that is left free on each side. */
const MARGIN = 0.03
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** The drawing alone as a PNG, in the middle of a square of so many pixels. */
export async function trimmed(svg, size) {
  const text = svg.toString('latin1')
  const root = /<svg\b[^>]*>/.exec(text)[0]
  const render = (box, edge) => sharp(Buffer.from(text.replace(root, () => withPage(root, box, edge)), 'latin1')).ensureAlpha()
  let box = await drawnIn(render, pageOf(root))
  // What reaches the edge of its page may go on beyond it.
  if (box.cut) box = await drawnIn(render, around(box, 0.5))
  // A finer look at what was found on a whole page.
  box = await drawnIn(render, around(box, 0.05))
  const margin = Math.round(size * MARGIN)
  const edge = size - 2 * margin
  return await render(box, 2 * edge)
    .resize(edge, edge, { fit: 'contain', background: CLEAR })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: CLEAR })
    .png()
    .toBuffer()
}

function pageOf(root) {
  const box = attribute(root, 'viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  if (box?.length === 4 && box.every(Number.isFinite) && box[2] > 0 && box[3] > 0)
    return { left: box[0], top: box[1], width: box[2], height: box[3] }
  return { left: 0, top: 0, width: pixels(attribute(root, 'width')), height: pixels(attribute(root, 'height')) }
}

function pixels(length) {
  const [, number, unit] = /^\s*([\d.]+)\s*([a-z]*)/.exec(length ?? '') ?? []
  return Number(number) * PIXELS_OF[unit] || FINE
}

function attribute(root, name) {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]
}

/** A box with a share of its longer edge more on each side. */
function around({ left, top, width, height }, share) {
  const more = share * Math.max(width, height)
  return { left: left - more, top: top - more, width: width + 2 * more, height: height + 2 * more }
}

/** The root with another page, whose longer edge is so many pixels. */
function withPage(root, { left, top, width, height }, edge) {
  const scale = edge / Math.max(width, height)
  const rest = root.replaceAll(/\s(width|height|viewBox|preserveAspectRatio|x|y)\s*=\s*("[^"]*"|'[^']*')/g, '')
  const size = `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`
  return rest.replace('<svg', `<svg ${size} viewBox="${left} ${top} ${width} ${height}" preserveAspectRatio="none"`)
}

/** What is not empty of a box, and whether it reaches the edge there. */
async function drawnIn(render, { left, top, width, height }) {
  const { data, info } = await render({ left, top, width, height }, FINE)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [x0, x1, y0, y1] = [info.width, -1, info.height, -1]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (data[y * info.width + x] >= LEAST_ALPHA) {
        x0 = Math.min(x0, x)
        x1 = Math.max(x1, x)
        y0 = Math.min(y0, y)
        y1 = Math.max(y1, y)
      }
  if (x1 < 0) throw new Error('Nothing is drawn.')
  const [across, down] = [width / info.width, height / info.height]
  return {
    left: left + x0 * across,
    top: top + y0 * down,
    width: (x1 - x0 + 1) * across,
    height: (y1 - y0 + 1) * down,
    cut: x0 === 0 || y0 === 0 || x1 === info.width - 1 || y1 === info.height - 1,
  }
}
