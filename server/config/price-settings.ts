import { z } from 'zod'
import { fault } from '#contract/said.ts'
import { integer, list, live } from './values.ts'

/** Prices that the console may change, by name; one that is not named keeps the program's own. */
export type PriceChanges = Readonly<Record<string, number>>

/** Prices in credits of what the tools make. */
export const TOOL_PRICE_NAMES = [
  'image_1mp',
  'image_2mp',
  'image_4mp',
  'remove_background',
  'replace_background',
  'remove_object',
  'face_swap',
  'upscale_x2',
  'upscale_x3',
  'upscale_x4',
  'upscale_x8',
  'pro_upscale',
  'fix_faces',
  'instant_avatar',
  'headshot',
  'detail_pass',
  'training',
  'video_BUILT_IN',
  'video_COMFYUI',
  'video_LTX',
  'video_HAILUO',
  'video_LUMA',
  'video_KLING_1',
  'video_KLING_1_5',
  'video_RUNWAY',
  'video_HEY_AI',
] as const

/** Prices in cents by credits. */
export const PACK_PRICE_NAMES = ['1000', '2000', '6000', '14000'] as const

const PLANS = ['basic', 'starter', 'hobby', 'pro'] as const
const TERMS = ['monthly', 'yearly', 'credits'] as const

/** Prices in cents of a month and a year, and credits a month. */
export const PLAN_PRICE_NAMES = PLANS.flatMap((plan) =>
  TERMS.map((term) => `${plan}_${term}` as const),
)

/** `name=number,name=number`; zero is refused, for what costs nothing has other rules. */
export const priceList = (names: readonly string[], least: number, example: string) =>
  z
    .string()
    .refine(
      (text) =>
        list(text).every((item) => {
          const [name = '', value = '', ...rest] = item.split('=')
          return (
            rest.length === 0 &&
            names.includes(name) &&
            /^\d{1,8}$/.test(value) &&
            Number(value) >= least
          )
        }) && new Set(list(text).map((item) => item.split('=')[0])).size === list(text).length,
      fault('settings.prices', { example, least }),
    )
    .transform((text): PriceChanges =>
      Object.fromEntries(
        list(text).map((item) => {
          const [name = '', value] = item.split('=')
          return [name, Number(value)]
        }),
      ),
    )
    .default({})

/** Whether a setting is such a list. */
export const isPriceList = (name: string): boolean =>
  name === 'TOOL_PRICES' || name === 'PACK_PRICES' || name === 'PLAN_PRICES'

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Prices that administrators change, from a date on if they like. */
export const PRICE_SETTINGS = {
  TOOL_PRICES: live(
    priceList(TOOL_PRICE_NAMES, 1, 'upscale_x8=5,training=1200'),
    `Prices in credits of what the tools make, by name: ${listOf(TOOL_PRICE_NAMES)}; what is not named keeps its price`,
    "the program's own",
  ),
  PACK_PRICES: live(
    priceList(PACK_PRICE_NAMES, 50, '1000=1099,2000=1899'),
    `Prices in US cents of credit packs, by their credits: ${listOf(PACK_PRICE_NAMES)}`,
    "the program's own",
  ),
  PLAN_PRICES: live(
    priceList(PLAN_PRICE_NAMES, 50, 'basic_monthly=1300,basic_yearly=8400,basic_credits=2200'),
    'Prices in US cents of a month and a year of each plan, and its credits a month; plans that run keep theirs',
    "the program's own",
  ),
  FREE_CREDITS: live(
    integer(1, 100_000, 40),
    'Free credits a calendar month; how many images a month are without a mark stays',
  ),
}
