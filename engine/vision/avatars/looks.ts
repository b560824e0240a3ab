import {
  type Backdrop,
  bokeh,
  dots,
  garden,
  neonGrid,
  nightSky,
  paper,
  rays,
  studio,
  wash,
} from './backdrops.ts'
import {
  addGrain,
  drawPencil,
  inkLines,
  mapGradient,
  paintStrokes,
  posterise,
  printDots,
} from './filters.ts'
import type { Layer } from './layer.ts'
import { applyLight } from './light.ts'
import { applyTone } from './tone.ts'

/** A way to show a person. */
export interface Look {
  id: string
  name: string
  backdrop: Backdrop
  /** The person is redrawn by the illustration network before `paint`. */
  isIllustrated?: boolean
  /** Changes the person's colours; lengths are in pixels of a layer of 1024. */
  paint(layer: Layer): void
  /** Width of a white edge around the person, as on a sticker; a part of the layer's edge. */
  outline?: number
}

/** All looks, in the order in which they are offered. */
export const LOOKS: readonly Look[] = [
  {
    id: 'studio',
    name: 'Studio',
    backdrop: studio('#d9dee6', '#8b95a5'),
    paint(layer) {
      applyTone(layer, {
        contrast: 1.16,
        saturation: 0.94,
        shadows: [-4, 0, 8],
        highlights: [10, 5, -2],
      })
      applyLight(layer, {
        from: 0.88,
        strength: 0.3,
        rim: { colour: [255, 255, 255], strength: 0.3 },
      })
    },
  },
  {
    id: 'golden-hour',
    name: 'Golden hour',
    backdrop: garden,
    paint(layer) {
      applyTone(layer, {
        contrast: 1.02,
        saturation: 1.12,
        shadows: [10, 0, -14],
        highlights: [26, 10, -22],
      })
      applyLight(layer, {
        from: 0.14,
        strength: 0.2,
        rim: { colour: [255, 206, 120], strength: 0.7 },
      })
    },
  },
  {
    id: 'city-night',
    name: 'City night',
    backdrop: bokeh('#0b1430', '#2a1740', ['#ffb35c', '#ff6f91', '#5ec8ff', '#ffe29a']),
    paint(layer) {
      applyTone(layer, {
        contrast: 1.14,
        saturation: 0.95,
        shadows: [-8, 2, 26],
        highlights: [22, 4, -10],
      })
      applyLight(layer, {
        from: 0.25,
        strength: 0.22,
        rim: { colour: [255, 120, 150], strength: 0.65 },
      })
    },
  },
  {
    id: 'black-and-white',
    name: 'Black and white',
    backdrop: studio('#6f6f6f', '#161616'),
    paint(layer) {
      applyTone(layer, { contrast: 1.32, saturation: 0 })
      applyLight(layer, {
        from: 0.82,
        strength: 0.3,
        rim: { colour: [255, 255, 255], strength: 0.35 },
      })
      addGrain(layer, 9)
    },
  },
  {
    id: 'film',
    name: 'Film',
    backdrop: studio('#d8b98a', '#7a5a3c'),
    paint(layer) {
      applyTone(layer, {
        contrast: 0.94,
        saturation: 0.78,
        shadows: [14, 2, 10],
        highlights: [18, 12, -16],
        fade: 24,
      })
      addGrain(layer, 11)
    },
  },
  {
    id: 'illustration',
    name: 'Illustration',
    backdrop: nightSky,
    isIllustrated: true,
    paint(layer) {
      applyTone(layer, { contrast: 1.12, saturation: 1.34, shadows: [-6, -2, 22] })
      applyLight(layer, {
        from: 0.12,
        strength: 0.2,
        rim: { colour: [180, 200, 255], strength: 0.5 },
      })
    },
  },
  {
    id: 'oil',
    name: 'Oil painting',
    backdrop: studio('#8a6a45', '#2c1d12'),
    paint(layer) {
      applyTone(layer, {
        contrast: 1.12,
        saturation: 1.2,
        shadows: [12, 4, -8],
        highlights: [14, 8, -14],
      })
      applyLight(layer, { from: 0.86, strength: 0.26 })
      paintStrokes(layer, 7)
    },
  },
  {
    id: 'watercolour',
    name: 'Watercolor',
    backdrop: wash(['#7fb7c9', '#e8a87c', '#c38d9e', '#8fc1a9']),
    paint(layer) {
      applyTone(layer, { contrast: 0.9, saturation: 1.25, fade: 42 })
      paintStrokes(layer, 6)
      posterise(layer, 7)
      inkLines(layer, 2, 0.35)
    },
  },
  {
    id: 'comic',
    name: 'Comic',
    backdrop: rays('#ffd23f', '#ff9f1c'),
    outline: 0.008,
    paint(layer) {
      applyTone(layer, { contrast: 1.24, saturation: 1.35 })
      paintStrokes(layer, 4)
      posterise(layer, 5)
      inkLines(layer, 2, 1)
    },
  },
  {
    id: 'pop-art',
    name: 'Pop art',
    backdrop: dots('#ff5d8f', '#b3003c'),
    outline: 0.012,
    paint(layer) {
      applyTone(layer, { contrast: 1.25, saturation: 0.2 })
      paintStrokes(layer, 3)
      mapGradient(layer, [
        [34, 18, 66],
        [66, 61, 160],
        [255, 176, 132],
        [255, 240, 214],
      ])
      printDots(layer, 9, [34, 18, 66], 0.5)
    },
  },
  {
    id: 'pencil',
    name: 'Pencil',
    backdrop: paper('#f3eee2'),
    paint(layer) {
      applyTone(layer, { contrast: 1.1, saturation: 0 })
      drawPencil(layer, 13, [243, 238, 226])
      addGrain(layer, 7)
    },
  },
  {
    id: 'neon',
    name: 'Neon',
    backdrop: neonGrid,
    paint(layer) {
      applyTone(layer, { contrast: 1.2, saturation: 0.35 })
      mapGradient(layer, [
        [16, 6, 46],
        [96, 20, 130],
        [236, 64, 160],
        [120, 226, 255],
        [236, 252, 255],
      ])
      applyLight(layer, {
        from: 0.25,
        strength: 0.1,
        rim: { colour: [80, 240, 255], strength: 0.9 },
      })
    },
  },
]
