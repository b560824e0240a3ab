import { asText, type Said, t, type Value } from '#server/texts/index.ts'

/** As providers word what a change in the middle of a period costs. */
const CHANGED = /^(Unused|Remaining) time on (.+) (?:after|from) (.+)$/s

const dayOf = (written: string): Value => {
  const at = Date.parse(`${written} UTC`)
  return Number.isNaN(at) ? written : { day: new Date(at).toISOString().slice(0, 10) }
}

/** Makes the text of a line of an invoice, which the provider words in English; what is not known stays as it is. */
export function sayInvoiceLine<Line extends { text: string }>({
  text,
  ...line
}: Line): Omit<Line, 'text'> & { text: Said } {
  const [, time, what, written] = CHANGED.exec(text) ?? []
  if (what === undefined || written === undefined) return { ...line, text: asText(text) }
  const [said, day] = [asText(what), dayOf(written)]
  return {
    ...line,
    text:
      time === 'Unused'
        ? t('billing.unusedTime', { said, day })
        : t('billing.remainingTime', { said, day }),
  }
}
