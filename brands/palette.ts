/** Contrast with white of the ten shades of an accent: 7 bears white text, 8 is text on the light page, 4 and 6 on the dark one. */
const CONTRASTS = [1.08, 1.2, 1.45, 1.8, 2.3, 2.9, 3.7, 5, 6.4, 8.2]
const STEPS = 24

type Triple = [number, number, number]

const toLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
const toGamma = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055

/** `#rrggbb` in linear light. */
function readColor(color: string): Triple {
  const part = (at: number) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

const writeColor = (linear: Triple): string =>
  `#${linear
    .map((part) => Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, part)))) * 255))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`

/** Oklab, after https://bottosson.github.io/posts/oklab/ */
function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Contrast with white, after WCAG 2. */
export function contrastWithWhite(color: string): number {
  const [r, g, b] = readColor(color)
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

/** The color of a hue that has this contrast with white; as colorful as the screen allows at that lightness. */
function shadeOf([, a, b]: Triple, contrast: number): string {
  const at = (lightness: number): string => {
    let share = 1
    for (let step = 0; step < STEPS; step++) {
      const linear = fromOklab([lightness, a * share, b * share])
      if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return writeColor(linear)
      share *= 0.9
    }
    return writeColor(fromOklab([lightness, 0, 0]))
  }
  let [dark, light] = [0, 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (dark + light) / 2
    if (contrastWithWhite(at(middle)) >= contrast) dark = middle
    else light = middle
  }
  return at(dark)
}

/**
 * Ten shades of a color, light to dark, on which the theme's texts can be read whatever color it is: the lightness of each is
 * chosen for its contrast, the hue is kept.
 * @param color `#rrggbb`
 */
export function paletteOf(color: string): string[] {
  const hue = toOklab(readColor(color))
  return CONTRASTS.map((contrast) => shadeOf(hue, contrast))
}
