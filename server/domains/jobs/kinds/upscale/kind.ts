import { PRICES } from '#server/domains/billing/index.ts'
import { upscaleKind } from './upscale-kind.ts'

const { x2, x3, x4, x8 } = PRICES.upscale

export const upscale = upscaleKind({
  type: 'UI',
  title: 'Upscale',
  pro: false,
  credits: (scale) => ({ 2: x2, 3: x3, 4: x4, 8: x8 })[scale],
})

export const proUpscale = upscaleKind({
  type: 'UU',
  title: 'Pro upscale',
  minimumPlan: 'starter',
  pro: true,
  credits: () => PRICES.pro_upscale,
})
