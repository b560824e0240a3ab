// BASE OUT 'W,W' 'dark,light' [rtl] -- paths
import { chromium } from '@playwright/test'
import { chromiumLaunch } from './support/chromium.ts'
import { faultsOfPseudoLocale } from './e2e/pseudo-locale.ts'
const [base, out, widths, schemes, mode, ...paths] = process.argv.slice(2) as string[]
const browser = await chromium.launch(await chromiumLaunch())
for (const w of widths!.split(',')) for (const scheme of schemes!.split(',')) {
  const ctx = await browser.newContext({ viewport: { width: Number(w), height: Number(w) < 500 ? 844 : 900 }, colorScheme: scheme as 'dark', reducedMotion: 'reduce', baseURL: base, serviceWorkers: 'block', isMobile: Number(w) < 500, hasTouch: Number(w) < 500, ...(process.env.COOKIE && { extraHTTPHeaders: {} }) })
  if (scheme === 'light') await ctx.addCookies([{ name: 'dark_mode', value: 'false', url: base }])
  if (process.env.COOKIE) { const [n, ...v] = process.env.COOKIE.split('='); await ctx.addCookies([{ name: n!, value: v.join('='), url: base }]) }
  const page = await ctx.newPage()
  for (const path of paths) {
    await page.goto(path); await page.waitForLoadState('networkidle').catch(() => {})
    if (scheme === 'light') await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
    if (mode === 'rtl') console.log(path, await faultsOfPseudoLocale(page))
    // wake lazy pictures
    await page.evaluate(async () => { for (let y = 0; y < document.body.scrollHeight; y += 700) { scrollTo(0, y); await new Promise(r => setTimeout(r, 60)) } scrollTo(0, 0) })
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${out}/${w}-${scheme}-${path.replaceAll(/[^\w]/g, '_')}.jpg`, fullPage: mode !== 'fold', type: 'jpeg', quality: 60 })
  }
  await ctx.close()
}
await browser.close()
