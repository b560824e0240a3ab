import { useMounted } from '@mantine/hooks'
import { decode } from 'blurhash'
import { useMemo } from 'react'

const EDGE = 24

function draw(hash: string): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = EDGE
  canvas.height = EDGE
  const context = canvas.getContext('2d')
  if (!context) return null
  try {
    const pixels = context.createImageData(EDGE, EDGE)
    pixels.data.set(decode(hash, EDGE, EDGE))
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL()
  } catch {
    // A damaged hash leaves the plain colour.
    return null
  }
}

/** @returns the blurred likeness as a data address; null without a hash and in the server's page */
export function useBlurhash(hash: string | null): string | null {
  const isMounted = useMounted()
  return useMemo(() => (isMounted && hash !== null ? draw(hash) : null), [isMounted, hash])
}
