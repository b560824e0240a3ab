import sharp from 'sharp'
import type { ImageSource } from '#server/engines/spec/index.ts'

const EDGE = 512

/** A red ball on a table before a wall: something to cut out, to enlarge and to change. */
const BALL = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}">
  <defs>
    <linearGradient id="wall" x2="0" y2="1">
      <stop offset="0" stop-color="#c9d6e2"/><stop offset="1" stop-color="#93a5b5"/>
    </linearGradient>
    <radialGradient id="ball" cx="0.38" cy="0.32" r="0.75">
      <stop offset="0" stop-color="#ff9c8f"/><stop offset="0.45" stop-color="#d3342b"/>
      <stop offset="1" stop-color="#6d1210"/>
    </radialGradient>
  </defs>
  <rect width="${EDGE}" height="350" fill="url(#wall)"/>
  <rect y="350" width="${EDGE}" height="162" fill="#8a6a4b"/>
  <ellipse cx="276" cy="412" rx="128" ry="24" fill="#4d3824"/>
  <circle cx="256" cy="290" r="122" fill="url(#ball)"/>
</svg>`

/** The ball alone, white on black. */
const MASK = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}">
  <rect width="${EDGE}" height="${EDGE}"/><circle cx="256" cy="290" r="150" fill="#fff"/>
</svg>`
const FEATHER = 8

const drawn = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

/** An image that a model is tried on, as PNG, with the part of it that is to be drawn over. */
export const drawTrialSource = async (): Promise<ImageSource> => ({
  image: await drawn(BALL),
  mask: { image: await drawn(MASK), feather: FEATHER },
  strength: 1,
})
