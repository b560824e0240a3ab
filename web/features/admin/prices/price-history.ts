import type { SettingChange } from '#contract/admin-settings.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import type { PriceField } from './price-fields.ts'

/** `a=1,b=2`, or one number, by the name in the list. */
function valuesOf(text: string | null | undefined): Map<string, string> {
  const items = (text ?? '').split(',').map((item) => item.trim())
  return new Map(
    items
      .filter((item) => item !== '')
      .map((item): [string, string] => {
        const [name = '', value] = item.split('=')
        return value === undefined ? ['', name] : [name, value]
      }),
  )
}

/** Number as the page shows it; null: the price that the program comes with. */
function shown(field: PriceField | undefined, value: string | undefined): string {
  if (value === undefined) return 'the default'
  if (!field) return value
  const number = Number(value) - (field.more ?? 0)
  return field.unit === 'cents' ? formatCents(number) : formatNumber(Math.max(0, number))
}

/** Each price that a change sets, such as `2,000 credits: $31.00 (before: $18.99)`. */
export function pricesOf(
  { changes, previous }: Pick<SettingChange, 'changes' | 'previous'>,
  fields: readonly PriceField[],
): string[] {
  return Object.entries(changes).flatMap(([setting, text]) => {
    const next = valuesOf(text)
    const last = valuesOf(previous?.[setting])
    const names = [...new Set([...next.keys(), ...last.keys()])]
    return names
      .filter((name) => previous === null || next.get(name) !== last.get(name))
      .map((name) => {
        const field = fields.find((one) => one.setting === setting && (one.name ?? '') === name)
        const label = field?.label ?? (name === '' ? setting : `${setting} ${name}`)
        const before = previous === null ? '' : ` (before: ${shown(field, last.get(name))})`
        return `${label}: ${shown(field, next.get(name))}${before}`
      })
  })
}
