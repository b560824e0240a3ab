import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every form says itself what is wrong with its fields: no bubbles of the browser', () => {
  const files = globSync('web/**/*.tsx')
  const forms = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<[fF]orm\b(?:[^>]|=>)*>/g)].map(([tag]) => ({
      file,
      tag,
    })),
  )
  expect(forms.length).toBeGreaterThan(40)
  // `Form` is one that says it always.
  const native = forms.filter(({ tag }) => tag.startsWith('<form') && !/\bnoValidate\b/.test(tag))
  expect(native.map(({ file }) => file)).toEqual([])
})
