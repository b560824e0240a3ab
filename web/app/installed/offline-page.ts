import type { Brand } from '#brands/index.ts'
import type { Language } from '#web/lib/language.ts'
import { textsIn } from './texts.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/**
 * What the service worker shows in place of any page while there is no network: whole in itself, the same for everybody.
 * Its link leads to the address that failed.
 */
export function offlinePage(language: Language, { name }: Pick<Brand, 'name'>): string {
  const t = textsIn(language)
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(`${t('offline.title')} - ${name}`)}</title>
<style>
  :root { color-scheme: dark light; --page: #0f0e13; --text: #f3f2f6; --soft: #b9b6c4; --button: #f3f2f6; --label: #0f0e13 }
  @media (prefers-color-scheme: light) {
    :root { --page: #fbfafc; --text: #1b1922; --soft: #5d5968; --button: #1b1922; --label: #fbfafc }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
    background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; text-align: center }
  p { max-width: 42ch; margin: 12px auto 28px; color: var(--soft) }
  h1 { margin: 0; font-size: 28px; line-height: 1.2 }
  small { display: block; margin-bottom: 28px; font-weight: 700; color: var(--soft) }
  a { justify-self: center; padding: 12px 24px; border-radius: 12px; background: var(--button); color: var(--label);
    font-weight: 700; text-decoration: none }
  a:focus-visible { outline: 3px solid var(--soft); outline-offset: 3px }
</style>
<main>
  <small>${escape(name)}</small>
  <h1>${escape(t('offline.title'))}</h1>
  <p>${escape(t('offline.text'))}</p>
  <a href="">${escape(t('offline.retry'))}</a>
</main>
</html>
`
}
