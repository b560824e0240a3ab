import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { STYLES } from '#contract/styles.ts'

/** An upload that a picture of the sheet starts from or is painted by. */
export type CellSource = 'picture' | 'mask'

/** One picture of the sheet: a request, or what others start from. */
export interface ControlCell {
  label: string
  /** Differences from {@link BASE}. */
  change?: Partial<DrawingRequestInput>
  /** Names of uploads that the request is given. */
  uses?: Partial<Record<'image' | 'mask', CellSource>>
  /** Shows an upload itself. */
  shows?: CellSource
}

/** One control, from left to right. */
export interface ControlRow {
  name: string
  /** The promise of the name. */
  says: string
  cells: ControlCell[]
}

export const BASE = {
  prompt: 'a red apple 3d style on a blue background',
  width: 128,
  height: 128,
  num_images: 1,
  seed: 3,
} satisfies DrawingRequestInput

const row = (
  name: string,
  says: string,
  values: [label: string, change: Partial<DrawingRequestInput>][],
): ControlRow => ({
  name,
  says,
  cells: values.map(([label, change]) => ({ label, change })),
})

const numbers = (
  field: keyof DrawingRequestInput,
  values: readonly number[],
  more: Partial<DrawingRequestInput> = {},
): [string, Partial<DrawingRequestInput>][] =>
  values.map((value) => [String(value), { ...more, [field]: value }])

const prompts = (...texts: string[]): [string, Partial<DrawingRequestInput>][] =>
  texts.map((prompt) => [prompt, { prompt }])

const FROM_PICTURE = { type: 'ITI', prompt: 'a green pear 3d style on a blue background' } as const
const MASKED = { image: 'picture', mask: 'mask' } as const
const SIDES = { left: 0, top: 0, right: 0, bottom: 0 }

function overPicture(): ControlRow[] {
  const from = (label: string, change: Partial<DrawingRequestInput>, mask = false) => ({
    label,
    change: { ...FROM_PICTURE, ...change },
    uses: mask ? MASKED : ({ image: 'picture' } as const),
  })
  const shown = { label: 'start', shows: 'picture' } as const
  return [
    {
      name: 'Strength',
      says: 'leaves the picture the further the higher it is; 0 gives it back',
      cells: [
        shown,
        ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((strength) => from(String(strength), { strength })),
      ],
    },
    {
      name: 'Mask and feather',
      says: 'repaints what is white; beyond the feather nothing changes',
      cells: [
        shown,
        { label: 'mask', shows: 'mask' },
        ...[0, 8, 24].map((mask_feather) =>
          from(`feather ${mask_feather}`, { strength: 0.9, mask_feather }, true),
        ),
      ],
    },
    {
      name: 'Outpaint',
      says: 'adds space; the picture keeps its pixels',
      cells: [
        shown,
        from('left 64', { strength: 1, outpaint: { ...SIDES, left: 64 } }),
        from('right 64', { strength: 1, outpaint: { ...SIDES, right: 64 } }),
        from('top 64', { strength: 1, outpaint: { ...SIDES, top: 64 } }),
        from('bottom 32, left 32', { strength: 1, outpaint: { ...SIDES, bottom: 32, left: 32 } }),
      ].map((cell) =>
        'change' in cell ? { ...cell, change: { ...cell.change, ...withoutSize() } } : cell,
      ),
    },
  ]
}

/** The size follows from the picture. */
const withoutSize = () => ({ width: undefined, height: undefined })

const HIRES = { width: 256, height: 256 }

/** Every control of the create pages. */
export const CONTROL_ROWS: ControlRow[] = [
  row(
    'Prompt',
    'says what is drawn',
    prompts(
      BASE.prompt,
      'a green apple 3d style on a blue background',
      'a red car 3d style on a blue background',
      'an owl 3d style on a yellow background',
      'a sailboat on the sea 3d style',
      'two penguins in the snow 3d style',
      'a smiling face 3d style',
    ),
  ),
  row('Negative prompt', 'changes little with this model', [
    ['none', { prompt: 'an apple 3d style' }],
    ...['red', 'green', 'fruit', 'leaf', 'white background'].map(
      (text): [string, Partial<DrawingRequestInput>] => [
        `not: ${text}`,
        { prompt: 'an apple 3d style', negative_prompt: text },
      ],
    ),
  ]),
  row('Number of images', 'picture i has seed + i, in whatever batch', [
    ['1, seed 3', {}],
    ['1, seed 4', { seed: 4 }],
    ['4: the first', { num_images: 4 }],
    ['4: the second', { num_images: 4 }],
    ['4: the third', { num_images: 4 }],
    ['4: the fourth', { num_images: 4 }],
  ]),
  row(
    'Size and aspect',
    'is the size of the file',
    (
      [
        [512, 512],
        [768, 512],
        [512, 768],
        [1024, 512],
        [256, 512],
        [64, 64],
        [1536, 1024],
      ] as const
    ).map(([width, height]) => [`${width} x ${height}`, { width, height }]),
  ),
  ...[SAMPLERS.slice(0, 7), SAMPLERS.slice(7, 13), SAMPLERS.slice(13)].map((names, part) =>
    row(
      `Sampler, ${part + 1} of 3`,
      'another way through the noise',
      names.map((sampler) => [sampler, { sampler }]),
    ),
  ),
  row('Steps', 'more of them are finer', numbers('steps', [1, 2, 4, 8, 12, 20, 40])),
  row(
    'Guidance',
    'keeps to the prompt the more',
    numbers('guidance_scale', [1, 2, 3, 4, 6, 10, 20]),
  ),
  row('Seed', 'another picture; the same seed the same', [
    ...numbers('seed', [3, 4, 5, 6, 7, 4294967295]),
    ['3 again', { seed: 3 }],
  ]),
  row('Variation', 'goes towards the picture of another seed', [
    ...numbers('variation_strength', [0, 0.2, 0.4, 0.6, 0.8, 1], { variation_seed: 11 }),
    ['seed 11', { seed: 11 }],
  ]),
  ...overPicture(),
  row('Hires pass', 'draws over the enlarged picture', [
    ['off', HIRES],
    ...([0.2, 0.4, 0.6, 0.8] as const).map((strength): [string, Partial<DrawingRequestInput>] => [
      `2x, strength ${strength}`,
      { ...HIRES, hires: { scale: 2, strength } },
    ]),
    ['1.5x, 8 steps', { ...HIRES, hires: { scale: 1.5, strength: 0.4, steps: 8 } }],
  ]),
  row('Style', 'how it is drawn', [
    ['none', { prompt: 'a fox' }],
    ...STYLES.map(({ id, label }): [string, Partial<DrawingRequestInput>] => [
      label,
      { prompt: 'a fox', style: id },
    ]),
  ]),
  row(
    'Prompt weights',
    'more or less of a word; words that change over the steps',
    prompts(
      'a green apple',
      'a (green:0.2) apple',
      'a [red apple:dog:0.5]',
      'a [red apple|dog]',
      'a cat and a dog',
      'a (cat:0.3) and a dog',
      'a cat BREAK a dog',
    ),
  ),
  row('LoRA', 'changes the model by its weight; 0 is without it', [
    ['without', {}],
    ...[0, 0.5, 1, 1.5, 2].map((weight): [string, Partial<DrawingRequestInput>] => [
      `weight ${weight}`,
      { loras: [{ model: 'made-up', weight }] },
    ]),
    ['<lora:made-up:1>', { prompt: `${BASE.prompt} <lora:made-up:1>` }],
  ]),
  row(
    'Guidance rescale',
    'takes back the contrast that guidance adds',
    numbers('guidance_rescale', [0, 0.25, 0.5, 0.75, 1], { guidance_scale: 14 }),
  ),
]
