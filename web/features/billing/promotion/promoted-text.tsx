import { Text } from '@mantine/core'
import { formatCents } from '#web/lib/format.ts'
import type { Promoted } from '../lib/promoted-price.ts'
import { useTexts } from './texts.ts'

const MONTHS_A_YEAR = 12

/** Price with a promotion, how long it lasts, and the price after it. */
export function PromotedText({ promotion, price }: Promoted) {
  const t = useTexts()
  const months = promotion.months ?? 1
  const values = {
    now: formatCents(price.discounted),
    before: formatCents(price.price),
    months,
    years: Math.ceil(months / MONTHS_A_YEAR),
  }
  return (
    <Text size="sm" fw={700} mt="xs" className="tabular">
      {t('price.withCode', { code: promotion.code })}{' '}
      {price.kind === 'pack'
        ? t('price.pack', values)
        : t(`price.${price.period}.${promotion.duration}`, values)}
    </Text>
  )
}
