import type { ReactNode } from 'react'

/** What stands for one image in a grid; `sizes` as in `<img sizes>`. */
export type TileOf<T> = (image: T, index: number, sizes: string) => ReactNode
