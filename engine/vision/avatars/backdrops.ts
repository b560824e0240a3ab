/** Backgrounds that are drawn, as SVG of 1000 x 1000. `random` gives the same numbers for the same seed. */
export type Backdrop = (random: () => number) => string

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">${content}</svg>`

const blurred = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

const between = (random: () => number, from: number, to: number): number =>
  from + random() * (to - from)

/** A paper backdrop of a studio: light behind the person, darker towards the corners. */
export const studio =
  (middle: string, corner: string): Backdrop =>
  (random) =>
    svg(
      `<defs><radialGradient id="g" cx="${between(random, 0.42, 0.58)}" cy="0.42" r="0.78"><stop offset="0" stop-color="${middle}"/><stop offset="1" stop-color="${corner}"/></radialGradient></defs><rect width="1000" height="1000" fill="url(#g)"/>`,
    )

/** Lights of a town, out of focus. */
export const bokeh =
  (dark: string, light: string, lights: readonly string[]): Backdrop =>
  (random) => {
    const discs = Array.from({ length: 46 }, () => {
      const colour = lights[Math.floor(random() * lights.length)]!
      const radius = between(random, 14, 64)
      return `<circle cx="${between(random, 0, 1000)}" cy="${between(random, 60, 900)}" r="${radius}" fill="${colour}" opacity="${between(random, 0.12, 0.5)}"/>`
    }).join('')
    return svg(
      `<defs><linearGradient id="g" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${light}"/></linearGradient>${blurred('b', 5)}</defs><rect width="1000" height="1000" fill="url(#g)"/><g filter="url(#b)">${discs}</g>`,
    )
  }

/** A garden in evening light: leaves out of focus under a low sun. */
export const garden: Backdrop = (random) => {
  const greens = ['#2f5d34', '#4c7a3a', '#7d9a45', '#c9a94b', '#35603f']
  const leaves = Array.from({ length: 90 }, () => {
    const [x, y] = [between(random, -40, 1040), between(random, -40, 1040)]
    return `<ellipse cx="${x}" cy="${y}" rx="${between(random, 30, 110)}" ry="${between(random, 16, 46)}" transform="rotate(${between(random, 0, 180)} ${x} ${y})" fill="${greens[Math.floor(random() * greens.length)]!}" opacity="0.55"/>`
  }).join('')
  return svg(
    `<defs><radialGradient id="s" cx="0.78" cy="0.18" r="0.8"><stop offset="0" stop-color="#fff1c4"/><stop offset="0.35" stop-color="#f2c266" stop-opacity="0.85"/><stop offset="1" stop-color="#f2c266" stop-opacity="0"/></radialGradient>${blurred('b', 26)}</defs><rect width="1000" height="1000" fill="#3f6a3b"/><g filter="url(#b)">${leaves}</g><rect width="1000" height="1000" fill="url(#s)"/>`,
  )
}

/** Rays from behind the head, as on a comic's cover. */
export const rays =
  (first: string, second: string): Backdrop =>
  (random) => {
    const turn = between(random, 0, 24)
    const wedges = Array.from({ length: 15 }, (_, i) => {
      const [a, b] = [turn + i * 24, turn + i * 24 + 12].map(
        (degrees) => (degrees * Math.PI) / 180,
      ) as [number, number]
      return `<path d="M500 460 L${500 + 1400 * Math.cos(a)} ${460 + 1400 * Math.sin(a)} L${500 + 1400 * Math.cos(b)} ${460 + 1400 * Math.sin(b)} Z" fill="${second}"/>`
    }).join('')
    return svg(`<rect width="1000" height="1000" fill="${first}"/>${wedges}`)
  }

/** Dots that grow towards a corner, on one flat colour. */
export const dots =
  (backgroundColor: string, ink: string): Backdrop =>
  () => {
    const marks: string[] = []
    for (let y = 0; y <= 1000; y += 40)
      for (let x = (y / 40) % 2 ? 20 : 0; x <= 1000; x += 40) {
        const radius = 15 * Math.max(0, (x + y) / 2000 - 0.18)
        if (radius > 0.6) marks.push(`<circle cx="${x}" cy="${y}" r="${radius}"/>`)
      }
    return svg(
      `<rect width="1000" height="1000" fill="${backgroundColor}"/><g fill="${ink}">${marks.join('')}</g>`,
    )
  }

/** A wash of watercolour on paper, with the white of the paper around it. */
export const wash =
  (colours: readonly string[]): Backdrop =>
  (random) => {
    const blots = Array.from({ length: 26 }, () => {
      const colour = colours[Math.floor(random() * colours.length)]!
      return `<ellipse cx="${between(random, 180, 820)}" cy="${between(random, 160, 760)}" rx="${between(random, 90, 260)}" ry="${between(random, 70, 210)}" fill="${colour}" opacity="${between(random, 0.16, 0.34)}"/>`
    }).join('')
    const seed = Math.floor(between(random, 1, 9999))
    return svg(
      `<defs><filter id="w" x="-20%" y="-20%" width="140%" height="140%"><feTurbulence type="fractalNoise" baseFrequency="0.011" numOctaves="4" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="150" xChannelSelector="R" yChannelSelector="G"/><feGaussianBlur stdDeviation="2.5"/></filter></defs><rect width="1000" height="1000" fill="#faf6ee"/><g filter="url(#w)">${blots}</g>`,
    )
  }

/** Paper with a fine grain. */
export const paper =
  (colour: string): Backdrop =>
  (random) =>
    svg(
      `<defs><filter id="n"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="3" seed="${Math.floor(random() * 9999)}"/><feColorMatrix values="0 0 0 0 0.35  0 0 0 0 0.3  0 0 0 0 0.25  0 0 0 0.16 0"/></filter></defs><rect width="1000" height="1000" fill="${colour}"/><rect width="1000" height="1000" filter="url(#n)"/>`,
    )

/** A grid that runs to the horizon under a striped sun. */
export const neonGrid: Backdrop = () => {
  const columns = Array.from(
    { length: 25 },
    (_, i) => `<path d="M500 640 L${(i - 12) * 190 + 500} 1000"/>`,
  ).join('')
  const rows = Array.from(
    { length: 9 },
    (_, i) => `<path d="M0 ${640 + 5 * i ** 2 + 4 * i} H1000"/>`,
  ).join('')
  const stripes = Array.from(
    { length: 6 },
    (_, i) =>
      `<rect x="180" y="${430 + i * 36}" width="640" height="${5 + i * 3}" fill="#2a0b4e"/>`,
  ).join('')
  return svg(
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12052e"/><stop offset="0.64" stop-color="#5b1a7d"/><stop offset="1" stop-color="#0b0222"/></linearGradient><linearGradient id="u" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd36b"/><stop offset="1" stop-color="#ff3d8b"/></linearGradient>${blurred('b', 7)}</defs><rect width="1000" height="1000" fill="url(#s)"/><circle cx="500" cy="420" r="290" fill="url(#u)"/>${stripes}<rect y="640" width="1000" height="360" fill="#0b0222"/><g stroke="#ff4fd8" stroke-width="9" fill="none" filter="url(#b)" opacity="0.7">${columns}${rows}</g><g stroke="#ff8be6" stroke-width="2.5" fill="none">${columns}${rows}</g>`,
  )
}

/** A sky of night with stars and a moon. */
export const nightSky: Backdrop = (random) => {
  const stars = Array.from(
    { length: 150 },
    () =>
      `<circle cx="${between(random, 0, 1000)}" cy="${between(random, 0, 1000)}" r="${between(random, 0.8, 3.2)}" fill="#fff" opacity="${between(random, 0.3, 1)}"/>`,
  ).join('')
  return svg(
    `<defs><radialGradient id="n" cx="0.5" cy="0.45" r="0.75"><stop offset="0" stop-color="#4c5fb0"/><stop offset="0.6" stop-color="#27306f"/><stop offset="1" stop-color="#10143a"/></radialGradient>${blurred('b', 30)}</defs><rect width="1000" height="1000" fill="url(#n)"/>${stars}<circle cx="800" cy="190" r="120" fill="#ffe9b8" filter="url(#b)" opacity="0.55"/><circle cx="800" cy="190" r="84" fill="#fff3d6"/>`,
  )
}
