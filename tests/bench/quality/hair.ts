import type { RandomNumbers } from './random.ts'

/** Lengths are those of a drawing of 512 x 512. */
const STRANDS = 420

/**
 * A head with loose hair, as SVG: single strands, thinner than a pixel at their ends, stand out all around it. What cuts
 * it out has to follow each, which no outline does.
 */
export function drawHead(random: RandomNumbers): string {
  const strands = Array.from({ length: STRANDS }, () => {
    const angle = Math.PI * (0.9 + 1.2 * random())
    const start = { x: 256 + 96 * Math.cos(angle), y: 196 + 110 * Math.sin(angle) }
    const length = 15 + 45 * random()
    const bend = angle + (random() - 0.5) * 1.2
    const end = {
      x: start.x + length * Math.cos(bend),
      y: start.y + length * Math.sin(bend) + 15 * random(),
    }
    const knee = {
      x: start.x + 0.6 * length * Math.cos(angle),
      y: start.y + 0.6 * length * Math.sin(angle),
    }
    const shade = Math.round(28 + 46 * random())
    return `<path d="M${start.x} ${start.y} Q${knee.x} ${knee.y} ${end.x} ${end.y}" stroke="rgb(${shade + 22},${shade},${shade - 12})" stroke-width="${0.7 + 1.5 * random()}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
    <path d="M88 512 C92 400 150 366 214 356 L298 356 C362 366 420 400 424 512 Z" fill="#3d5a80"/>
    <path d="M216 300 H296 V372 Q256 404 216 372 Z" fill="#c68e6c"/>
    <ellipse cx="256" cy="186" rx="112" ry="128" fill="#3a271c"/>
    <ellipse cx="256" cy="216" rx="82" ry="108" fill="#e0ac89"/>
    <path d="M172 196 Q182 96 262 100 Q340 100 342 196 Q300 140 256 148 Q206 146 172 196 Z" fill="#3a271c"/>
    <ellipse cx="226" cy="214" rx="11" ry="7" fill="#2b2118"/><ellipse cx="288" cy="214" rx="11" ry="7" fill="#2b2118"/>
    <path d="M256 222 L248 254 H264 Z" fill="#c68e6c"/><path d="M226 282 Q256 302 288 282 Q256 292 226 282 Z" fill="#a34a4a"/>
    <g fill="none" stroke-linecap="round">${strands}</g></svg>`
}

/** A ball of fur: soft spikes everywhere. */
export function drawFur(random: RandomNumbers): string {
  const spikes = Array.from({ length: 900 }, () => {
    const angle = 2 * Math.PI * random()
    const from = 120 + 30 * random()
    const to = 158 + 26 * random()
    const end = angle + (random() - 0.5) * 0.25
    const light = Math.round(52 + 26 * random())
    return `<path d="M${256 + from * Math.cos(angle - 0.02)} ${262 + from * Math.sin(angle - 0.02)} L${256 + to * Math.cos(end)} ${262 + to * Math.sin(end)} L${256 + from * Math.cos(angle + 0.02)} ${262 + from * Math.sin(angle + 0.02)} Z" fill="hsl(32 45% ${light}%)"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
    ${spikes}<circle cx="256" cy="262" r="146" fill="hsl(32 45% 62%)"/>
    <circle cx="204" cy="236" r="20" fill="#221a14"/><circle cx="308" cy="236" r="20" fill="#221a14"/>
    <circle cx="210" cy="229" r="6" fill="#fff"/><circle cx="314" cy="229" r="6" fill="#fff"/>
    <path d="M240 282 H272 L256 302 Z" fill="#221a14"/><path d="M256 302 Q232 330 208 312 M256 302 Q280 330 304 312" fill="none" stroke="#221a14" stroke-width="6"/></svg>`
}
