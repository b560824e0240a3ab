import type { Answer, api } from '#web/lib/api.ts'

export type Offers = Answer<typeof api.plans.list>

/** A price that can be changed. */
export interface PriceField {
  /** The setting that it stands in. */
  setting: 'TOOL_PRICES' | 'PACK_PRICES' | 'PLAN_PRICES' | 'FREE_CREDITS' | 'LOGIN_BONUS'
  /** Its name there; null: the setting is this one number. */
  name: string | null
  label: string
  /** What it does not hold for. */
  note?: string
  /** Credits, or cents. */
  unit: 'credits' | 'cents'
  /** Price that holds now. */
  value: number
  /** Amount that the setting has beyond what is shown. */
  more?: number
}

export interface PriceGroup {
  title: string
  note: string
  fields: PriceField[]
}

/** Of the configured bonus, the first twenty are not given. */
const BONUS_DEDUCTION = 20

const TOOLS = {
  remove_background: 'Background removal',
  replace_background: 'New background',
  remove_object: 'Object removal',
  face_swap: 'Face swap',
  pro_upscale: 'Pro upscale',
  fix_faces: 'Face fix',
  instant_avatar: 'Instant avatar, each',
  headshot: 'Headshot, each',
  detail_pass: 'Detail pass',
} as const
/** Of tools that services may do at another price. */
const NOTES: Partial<Record<keyof typeof TOOLS, string>> = {
  instant_avatar: 'For the built-in looks. A model of a service has its own price.',
}
/** As their makers write them. */
const VIDEO_MAKERS: Readonly<Record<string, string>> = {
  BUILT_IN: 'the built-in engine',
  COMFYUI: 'ComfyUI',
  LTX: 'LTX',
  HAILUO: 'Hailuo',
  LUMA: 'Luma',
  KLING_1: 'Kling 1',
  KLING_1_5: 'Kling 1.5',
  RUNWAY: 'Runway',
  HEY_AI: 'HeyGen',
}
const SIZES = ['image_1mp', 'image_2mp', 'image_4mp']
const SIZE_LABELS = ['Image up to 1 MP', 'Image up to 2 MP', 'Image up to 4 MP']

const tool = (name: string, label: string, value: number): PriceField => ({
  setting: 'TOOL_PRICES',
  name,
  label,
  unit: 'credits',
  value,
})

function toolFields({ prices, training_cost: training }: Offers): PriceField[] {
  return [
    ...prices.image.map(({ credits }, index) =>
      tool(SIZES[index] ?? '', SIZE_LABELS[index] ?? '', credits),
    ),
    ...(Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map((name) => {
      const note = NOTES[name]
      return { ...tool(name, TOOLS[name], prices[name]), ...(note !== undefined && { note }) }
    }),
    ...Object.entries(prices.upscale).map(([scale, credits]) =>
      tool(`upscale_${scale}`, `Upscale ${scale}`, credits),
    ),
    tool('training', 'Training of a model', training),
    ...Object.entries(prices.video).map(([maker, credits]) =>
      tool(`video_${maker}`, `Video by ${VIDEO_MAKERS[maker] ?? maker}, a second`, credits),
    ),
  ]
}

const plan = (
  name: string,
  label: string,
  [unit, value]: [PriceField['unit'], number],
): PriceField => ({ setting: 'PLAN_PRICES', name, label, unit, value })

const planFields = ({ plans }: Offers): PriceField[] =>
  plans.flatMap(({ plan: id, plan_name: name, price, monthly_credits: credits }) => [
    plan(`${id}_monthly`, `${name}, a month`, ['cents', Math.round(price.monthly * 100)]),
    plan(`${id}_yearly`, `${name}, a year`, ['cents', Math.round(price.yearly * 100)]),
    plan(`${id}_credits`, `${name}, credits a month`, ['credits', credits]),
  ])

const packFields = ({ packs }: Offers): PriceField[] =>
  packs.map(({ quantity, price }) => ({
    setting: 'PACK_PRICES',
    name: String(quantity),
    label: `${quantity.toLocaleString('en-US')} credits`,
    unit: 'cents',
    value: price,
  }))

/** Everything on the page of prices. @param gifts the settings of one number each, as they hold now */
export const priceGroups = (
  offers: Offers,
  gifts: { freeCredits: number; loginBonus: number },
): PriceGroup[] => [
  {
    title: 'Tools',
    note: 'Credits for each result that is delivered. Quotes that were given keep their price.',
    fields: toolFields(offers),
  },
  {
    title: 'Plans',
    note: 'For new plans. Plans that run keep their price and credits until they are changed.',
    fields: planFields(offers),
  },
  {
    title: 'Packs',
    note: 'Payment pages that are open keep their price.',
    fields: packFields(offers),
  },
  {
    title: 'Gifts',
    note: 'What the pages of your brands say of free images is a text of its own: change it there.',
    fields: [
      {
        setting: 'FREE_CREDITS',
        name: null,
        label: 'Free credits a month',
        unit: 'credits',
        value: gifts.freeCredits,
      },
      {
        setting: 'LOGIN_BONUS',
        name: null,
        label: 'Daily bonus',
        unit: 'credits',
        value: Math.max(0, gifts.loginBonus - BONUS_DEDUCTION),
        more: BONUS_DEDUCTION,
      },
    ],
  },
]

export const keyOf = ({ setting, name }: PriceField): string => `${setting}.${name ?? ''}`

/** `a=1,b=2` with other numbers of some names. */
function merged(text: string | null, changes: Record<string, number>): string {
  const before = Object.fromEntries(
    (text ?? '')
      .split(',')
      .filter((item) => item.includes('='))
      .map((item) => item.trim().split('=')),
  ) as Record<string, string>
  return Object.entries({ ...before, ...changes })
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

/** The settings that come of new numbers. @param texts of the settings as they are stored */
export function settingsOf(
  fields: readonly PriceField[],
  numbers: Readonly<Record<string, number>>,
  texts: (setting: string) => string | null,
): Record<string, string> {
  const changed = fields.filter((field) => {
    const next = numbers[keyOf(field)]
    return next !== undefined && next !== field.value
  })
  const settings: Record<string, string> = {}
  for (const [setting, some] of Map.groupBy(changed, (field) => field.setting)) {
    const values = Object.fromEntries(
      some.map((field) => [
        field.name ?? '',
        (numbers[keyOf(field)] ?? field.value) + (field.more ?? 0),
      ]),
    )
    settings[setting] = '' in values ? String(values['']) : merged(texts(setting), values)
  }
  return settings
}
