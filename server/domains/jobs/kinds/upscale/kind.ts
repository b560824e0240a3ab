import { prices } from '#server/domains/billing/index.ts'
import { upscaleKind } from './upscale-kind.ts'

export const upscale = upscaleKind({
  type: 'UI',
  title: 'Upscale',
  pro: false,
  credits: (scale) => prices().upscale[`x${scale}`],
})

export const proUpscale = upscaleKind({
  type: 'UU',
  title: 'Pro upscale',
  minimumPlan: 'starter',
  pro: true,
  credits: () => prices().pro_upscale,
})
