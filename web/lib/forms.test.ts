import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every form says itself what is wrong with its fields: no bubbles of the browser', () => {
  const files = globSync('web/**/*.tsx')
  const forms = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<form\b(?:[^>]|=>)*>/g)].map(([tag]) => ({
      file,
      tag,
    })),
  )
  expect(forms.length).toBeGreaterThan(40)
  const native = forms.filter(({ tag }) => !/\bnoValidate\b/.test(tag))
  expect(native.map(({ file }) => file)).toEqual([])
})
