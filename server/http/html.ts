import { escapeHtml } from '#server/platform/escape-html.ts'

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
body { font: 16px/1.5 Lato, system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem } h3 { font-size: 1rem; margin: 1rem 0 .25rem }
a { color: #c2255c; overflow-wrap: anywhere } @media (prefers-color-scheme: dark) { a { color: #f783ac } }
article, details { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
summary { cursor: pointer } code, pre { font: .875rem/1.5 ui-monospace, monospace }
ul { list-style: none; padding: 0; margin: .5rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 }
.quiet { opacity: .75; font-size: .875rem } .method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top }
`

/** A small page of our own, without scripts. `head` and `body` are HTML. */
export function htmlPage(
  title: string,
  body: string,
  { head = '', language = 'en' }: { head?: string; language?: string } = {},
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}
