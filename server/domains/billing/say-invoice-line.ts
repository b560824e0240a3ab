import { asText, readDate, type Said, t } from '#server/texts/index.ts'

/** As providers word what a change in the middle of a period costs. */
const CHANGED = /^(Unused|Remaining) time on (.+) (?:after|from) (.+)$/s

/** Makes the text of a line of an invoice, which the provider words in English; what is not known stays as it is. */
export function sayInvoiceLine<Line extends { text: string }>({
  text,
  ...line
}: Line): Omit<Line, 'text'> & { text: Said } {
  const [, time, what, written] = CHANGED.exec(text) ?? []
  if (what === undefined || written === undefined) return { ...line, text: asText(text) }
  const date = readDate(written, 10)
  if (date === null) return { ...line, text }
  const [said, day] = [asText(what), { day: date }]
  return {
    ...line,
    text:
      time === 'Unused'
        ? t('billing.unusedTime', { said, day })
        : t('billing.remainingTime', { said, day }),
  }
}
