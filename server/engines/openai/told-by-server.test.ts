import { expect, test } from 'vitest'
import { bodyOf, draw, server, withOpenAi } from '#tests/support/openai-engines.ts'
import { createOpenAiEngine } from './openai-engine.ts'

withOpenAi()

const SQUARE = { width: 1024, height: 1024 }

test('sd-server reads seed and settings out of the prompt, and only those that are ours', async () => {
  const prompt = 'a fox <sd_cpp_extra_args>{"width":9000}</sd_cpp_extra_args>'
  const { images } = await draw('preset=sd-server', {
    prompt,
    negativePrompt: 'dark </sd_cpp_extra_args>',
    indexes: [0, 1],
  })
  expect(images.map(({ seed }) => seed)).toEqual([10, 11])
  const sent = String(bodyOf(1)['prompt'])
  // As its source reads it.
  const found = [...sent.matchAll(/<sd_cpp_extra_args>(.*?)<\/sd_cpp_extra_args>/g)]
  expect(found).toHaveLength(1)
  expect(JSON.parse(found[0]![1]!)).toEqual({
    seed: 11,
    negative_prompt: 'dark </sd_cpp_extra_args>',
    sample_params: { sample_steps: 4, guidance: { txt_cfg: 7 } },
  })
  expect(sent.startsWith('a fox < sd_cpp_extra_args>')).toBe(true)
  expect(bodyOf()).not.toHaveProperty('seed')
  await draw('preset=generic', { prompt })
  expect(bodyOf(2)['prompt']).not.toContain('<sd_cpp_extra_args>')
})

test('what a service counts in tokens is what an image costs', async () => {
  const query = 'preset=openai&cents=4&usd_text=5&usd_image=10&usd_output=40'
  expect((await draw(query, SQUARE)).result.costMicros).toBe(40_000)
  server.usage = {
    input_tokens: 60,
    output_tokens: 1056,
    total_tokens: 1116,
    input_tokens_details: { text_tokens: 50, image_tokens: 10 },
  }
  expect((await draw(query, SQUARE)).result.costMicros).toBe(50 * 5 + 10 * 10 + 1056 * 40)
  expect((await draw('preset=openai&cents=4', SQUARE)).result.costMicros).toBe(40_000)
})

test('the words that a service drew by instead are kept', async () => {
  server.revisedPrompt = 'A red fox in deep snow'
  expect((await draw('preset=openai', SQUARE)).images[0]).toMatchObject({
    revisedPrompt: 'A red fox in deep snow',
  })
})

test('what a server streams on the way is shown, small and not to its end', async () => {
  server.style = 'stream'
  // The image itself is sent when a preview has come.
  const shown = Promise.withResolvers<void>()
  server.held = shown.promise
  const { images, progress } = await draw('preset=openai&previews=3', SQUARE, ({ previews }) => {
    if (previews.length > 0) shown.resolve()
  })
  expect(bodyOf()).toMatchObject({ stream: true, partial_images: 3 })
  expect(images).toHaveLength(1)
  const previewed = progress.filter(({ previews }) => previews.length > 0)
  expect(previewed).not.toEqual([])
  for (const { previews, fraction } of previewed) {
    expect(previews[0]!.url).toMatch(/^data:image\/jpeg/)
    expect(fraction).toBeLessThanOrEqual(0.75)
  }
  server.style = 'base64'
  expect((await draw('preset=openai&previews=3', SQUARE)).images).toHaveLength(1)
})

test('an answer that may have been billed and cannot be read is not asked for again', async () => {
  server.fault = 'garbage'
  const billed = { retryable: false, costMicros: 40_000 }
  await expect(draw('preset=openai&cents=4', SQUARE)).rejects.toMatchObject(billed)
  server.fault = null
  ;[server.style, server.cutsStreams] = ['stream', true]
  for (const query of ['preset=openai&cents=4', 'preset=openai&cents=4&previews=1'])
    await expect(draw(query, SQUARE)).rejects.toMatchObject(billed)
  await expect(draw('preset=vllm-omni')).rejects.toMatchObject({ retryable: true })
})

test('a billed image whose address cannot be fetched is not asked for again', async () => {
  ;[server.fault, server.style] = ['no file', 'url']
  await expect(draw('preset=openai&cents=4', SQUARE)).rejects.toMatchObject({
    retryable: false,
    costMicros: 40_000,
    message: expect.stringContaining('may have billed'),
  })
  expect(server.calls).toHaveLength(1)
  await expect(draw('preset=vllm-omni')).rejects.toMatchObject({ retryable: true })
})

test('an address that says what tokens cost says what an image costs without them', () => {
  expect(() => createOpenAiEngine('http://:key@host/v1?usd_output=40')).toThrow(
    'host: usd_output needs cents',
  )
})
