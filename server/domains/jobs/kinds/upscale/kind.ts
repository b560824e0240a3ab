import { prices } from '#server/domains/billing/index.ts'
import { t } from '#server/texts/index.ts'
import { upscaleKind } from './upscale-kind.ts'

export const upscale = upscaleKind({
  type: 'UI',
  title: t('kinds.upscale'),
  inSentence: t('kinds.upscaleInSentence'),
  pro: false,
  credits: (scale) => prices().upscale[`x${scale}`],
})

export const proUpscale = upscaleKind({
  type: 'UU',
  title: t('kinds.proUpscale'),
  inSentence: t('kinds.proUpscaleInSentence'),
  minimumPlan: 'starter',
  pro: true,
  credits: () => prices().pro_upscale,
})
