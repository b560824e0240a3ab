import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './load-config.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { SERVICE_PAIRS, SERVICES } from './service-settings.ts'

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
const address = 'http://127.0.0.1:9999'

describe.each(Object.entries(SERVICES))('%s', (name, service) => {
  const { key, baseUrl, secret, modelsFile } = service
  const given = {
    [key]: 'a-key',
    [baseUrl]: address,
    ...(secret && { [secret]: 'a-secret' }),
    ...(modelsFile && { [modelsFile]: '/models.json' }),
  }

  test('its settings make its account', () => {
    const { services } = loadConfig(given)
    expect(services).toMatchObject({
      [name]: {
        key: 'a-key',
        secret: secret ? 'a-secret' : null,
        baseUrl: address,
        modelsFile: modelsFile ? '/models.json' : null,
      },
    })
    expect(Object.values(services).filter((account) => account !== null)).toHaveLength(1)
  })

  test('its keys are in no message, and all its settings in the documentation', () => {
    const secrets = [key, secret].filter((setting) => setting !== undefined)
    expect(secrets.filter((setting) => !SECRET_SETTINGS.has(setting))).toEqual([])
    const settings = Object.keys(service.settings)
    expect(settings.filter((setting) => !DOCS.includes(`\`${setting}\``))).toEqual([])
  })
})

test.each([
  ['FAL_MODELS', 'FAL_KEY'],
  ['REPLICATE_MODELS', 'REPLICATE_API_TOKEN'],
  ['KLING_ACCESS_KEY', 'KLING_SECRET_KEY'],
  ['HEYGEN_WEBHOOK_SECRET', 'HEYGEN_API_KEY'],
])('%s needs %s', (first, other) => {
  expect(() => loadConfig({ [first]: 'given' })).toThrow(`${other} must be set`)
  expect(SERVICE_PAIRS).toContainEqual([first, other])
})
