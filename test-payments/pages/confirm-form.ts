import { escapeHtml } from '#server/platform/escape-html.ts'

/** The bank's question to the card's owner. */
export function confirmHtml(action: string, card: string): string {
  return `<section class="card"><h2>Confirm this payment</h2>
<p>The bank of this card asks whether it is really you.</p>
<form method="post" action="${action}"><input type="hidden" name="card" value="${escapeHtml(card)}">
<button name="confirmation" value="given">Confirm the payment</button>
<button class="second" name="confirmation" value="refused">Refuse</button></form></section>`
}
