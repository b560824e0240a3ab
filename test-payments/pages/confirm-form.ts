import { escapeHtml } from '#server/platform/escape-html.ts'
import type { PageLanguage } from './page-language.ts'

/** The bank's question to the card's owner. */
export function confirmHtml({ t }: PageLanguage, action: string, card: string): string {
  return `<section class="card"><h2>${t('confirm.title')}</h2>
<p>${t('confirm.about')}</p>
<form method="post" action="${action}"><input type="hidden" name="card" value="${escapeHtml(card)}">
<button name="confirmation" value="given">${t('confirm.give')}</button>
<button class="second" name="confirmation" value="refused">${t('confirm.refuse')}</button></form></section>`
}
