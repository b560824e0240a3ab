import { escapeHtml } from '#server/platform/escape-html.ts'
import type { PageLanguage } from './page-language.ts'

const STYLE = `
:root { color-scheme: light dark; --bg: #fbfafc; --card: #fff; --text: #1b1a20; --quiet: #5f5d68; --line: #e3e1e8;
  --accent: #c2255c; --on-accent: #fff; --accent-hover: #a61e4d; --bad: #c92a2a; --good: #237032; --note: #fff3bf; --on-note: #5f3d00 }
@media (prefers-color-scheme: dark) { :root { --bg: #0f0e13; --card: #1a1920; --text: #f3f2f6; --quiet: #a9a7b3; --line: #37353f;
  --accent: #f06595; --on-accent: #1a0a10; --accent-hover: #f783ac; --bad: #ff8787; --good: #8ce99a; --note: #4a3a00; --on-note: #ffec99 } }
* { box-sizing: border-box }
@media (min-width: 60rem) { main:has(.two) { max-width: 62rem } .two { display: grid; grid-template-columns: 2fr 3fr; gap: 1.5rem; align-items: start } }
@font-face { font-family: Lato; src: local("Lato"), url("/test-checkout/lato-400.woff2") format("woff2"); font-weight: 400; font-display: swap }
@font-face { font-family: Lato; src: local("Lato Bold"), url("/test-checkout/lato-700.woff2") format("woff2"); font-weight: 700; font-display: swap }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 Lato, system-ui, sans-serif }
.banner { background: var(--note); color: var(--on-note); text-align: center; padding: .5rem 1rem; font-size: .9375rem }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere }
h2 { font-size: 1.125rem; margin: 0 0 .75rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .375rem 0; vertical-align: top; font-weight: 400 }
td:last-child, th:last-child { text-align: right; white-space: nowrap; padding-left: 1rem } tfoot th, tfoot td { border-top: 1px solid var(--line); font-weight: 700 }
label { display: block; font-weight: 700; margin: 0 0 .25rem } .hint, .quiet { color: var(--quiet); font-size: .875rem }
input[type=text], input[type=email], select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--quiet); border-radius: .5rem }
fieldset { border: 0; margin: 0 0 1rem; padding: 0 } legend { font-weight: 700; padding: 0; margin-bottom: .25rem }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 .375rem; font-weight: 400; cursor: pointer }
.choice input { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; flex: none } .choice span { display: block } .choice:has(input:checked) { border-color: var(--accent) }
button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 700; text-align: center; text-decoration: none; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; margin: .5rem 0 0 }
button:hover, .button:hover { background: var(--accent-hover); border-color: var(--accent-hover) }
.second { background: transparent; color: inherit; border-color: var(--quiet) } .second:hover { background: transparent; border-color: var(--text) }
a { color: var(--accent) } a.button { color: var(--on-accent) } a.second { color: inherit }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.alert { border: 1px solid currentColor; border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem } .bad { color: var(--bad) } .good { color: var(--good) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } summary { cursor: pointer; min-height: 2.75rem; padding: .5rem 0; font-weight: 700 }
.number { font-variant-numeric: tabular-nums } .total { font-size: 2rem; font-weight: 700; margin: 0 0 .5rem }
`

export interface PageOptions {
  language: PageLanguage
  title: string
  /** HTML. */
  body: string
  /** Leads back to where the customer came from. */
  back?: { url: string; text: string } | null
}

/** A page of the test payments, without scripts. */
export function testPage({ language: { code, t }, title, body, back }: PageOptions): string {
  const link = back ? `<p><a href="${escapeHtml(back.url)}">${escapeHtml(back.text)}</a></p>` : ''
  return `<!doctype html>
<html lang="${code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="banner"><strong>${t('layout.testMode')}</strong> ${t('layout.noMoney')}</header>
<main>
${body}
${link}
</main>
</body>
</html>
`
}

export function alertHtml(text: string, kind: 'bad' | 'good' = 'bad'): string {
  return `<p class="alert ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${escapeHtml(text)}</p>`
}
