import { expect, test } from 'vitest'
import { plainPrompt } from './plain-prompt.ts'

test('a tag that sd-server reads stays words, however it is written, and nothing else changes', () => {
  const nested = '<sd_cpp_<sd_cpp_extra_args>{}</sd_cpp_extra_args>extra_args>'
  for (const prompt of ['<sd_cpp_extra_args>{"width":9000}</SD_cpp_extra_args>', nested])
    expect(plainPrompt(prompt)).not.toMatch(/<\/?sd_cpp_extra_args>/i)
  expect(plainPrompt('a <lora:film:0.8> fox, 3 < 4')).toBe('a <lora:film:0.8> fox, 3 < 4')
})
