import { escapeHtml } from '#server/platform/escape-html.ts'
import { TEST_CARDS, type TestCard } from '../objects/cards.ts'
import type { PageLanguage } from './page-language.ts'

function spaced(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

function choiceHtml({ t }: PageLanguage, { number, label }: TestCard, chosen: boolean): string {
  return `<label class="choice"><input type="radio" name="choice" value="${number}"${chosen ? ' checked' : ''}>
<span><span class="number">${spaced(number)}</span> <span class="quiet">${t(`card.${label}`)}</span></span></label>`
}

/** The choice of a test card, with a field for another number. */
export function cardFields(language: PageLanguage, chosen: string): string {
  const { t } = language
  const known = TEST_CARDS.some(({ number }) => number === chosen)
  return `<fieldset><legend>${t('cards.title')}</legend>
${TEST_CARDS.map((card) => choiceHtml(language, card, known ? card.number === chosen : card === TEST_CARDS[0])).join('\n')}
</fieldset>
<p><label for="card">${t('cards.other')}</label>
<input type="text" id="card" name="card" inputmode="numeric" autocomplete="off" maxlength="23" value="${known ? '' : escapeHtml(chosen)}" aria-describedby="card-hint">
<span class="hint" id="card-hint">${t('cards.hint')}</span></p>`
}
