import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLoopback, loadConfig, readEnvironment } from './index.ts'

describe('loadConfig', () => {
  it('needs no setting', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      roles: ['web', 'worker', 'cron'],
      testMode: true,
      inbox: true,
      s3: null,
      loginBonus: 30,
      uploadStorage: { free: 200 * 1024 ** 2, pro: 25_600 * 1024 ** 2 },
    })
    expect(config.dataDir).toBe(join(process.cwd(), '.data'))
  })

  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, not "abc".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1".'],
    ['PORT', '3000.5', 'PORT must be a whole number from 0 to 65535, not "3000.5".'],
    ['HOST', 'a b', 'HOST must be an address or a host name, not "a b".'],
    [
      'ROLES',
      'web,cook',
      'ROLES must be a comma-separated choice of web, worker, cron, not "web,cook".',
    ],
    ['PUBLIC_URL', 'example.com', 'PUBLIC_URL must be a URL that starts with http:// or https://'],
    ['PUBLIC_URL', 'https://a.example/b', 'PUBLIC_URL must be an address without a path'],
    ['ALLOW_TEST_MODE', 'yes', 'ALLOW_TEST_MODE must be 0 or 1, not "yes".'],
    [
      'SENTRY_DSN',
      'https://errors.example/7',
      'SENTRY_DSN must be a DSN like https://KEY@HOST/PROJECT',
    ],
    ['PLAUSIBLE_SITE', 'shop', 'PLAUSIBLE_URL must be set, because PLAUSIBLE_SITE is.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES must be a comma-separated list of addresses',
    ],
    ['IMAGE_HOSTS', 'https://a.example', 'IMAGE_HOSTS must be a comma-separated list of hosts'],
    ['SMTP_URL', 'http://a', 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
    [
      'UPLOAD_STORAGE_MB',
      'free=200,gold=1',
      'UPLOAD_STORAGE_MB must be a comma-separated list of megabytes by plan',
    ],
    ['ENGINE_THREADS', '0', 'ENGINE_THREADS must be a whole number from 1 to 256, not "0".'],
    [
      'ENGINE_PROVIDER',
      'gpu',
      'ENGINE_PROVIDER must be one of cpu, cuda, directml, coreml, webgpu, not "gpu".',
    ],
  ])('refuses %s=%s in one line that names it', (name, value, message) => {
    expect(() => loadConfig({ [name]: value })).toThrow(message)
    expect(() => loadConfig({ [name]: value })).toThrow(/^[^\n]+$/)
  })

  it('names every wrong setting in a line of its own', () => {
    const wrong = { PORT: 'abc', SECRET_KEY: 'short', ROLES: 'web,cook', SMTP_URL: 'mail.example' }
    expect(() => loadConfig(wrong)).toThrow(
      [
        'PORT must be a whole number from 0 to 65535, not "abc".',
        'ROLES must be a comma-separated choice of web, worker, cron, not "web,cook".',
        'SECRET_KEY must have at least 32 characters.',
        'SMTP_URL must be a URL that starts with smtp:// or smtps://.',
      ].join('\n'),
    )
  })

  it('does not repeat a wrong secret', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://u:pass@h/d' })).toThrow(
      /^DATABASE_URL (?!.*pass)/,
    )
    expect(() => loadConfig({ SECRET_KEY: 'short' })).toThrow(/^SECRET_KEY (?!.*"short")/)
  })

  it('names the missing one of settings that belong together', () => {
    expect(() => loadConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' })).toThrow(
      'S3_SECRET_ACCESS_KEY must be set, because S3_BUCKET is.',
    )
    expect(() => loadConfig({ FACEBOOK_APP_ID: '1' })).toThrow('FACEBOOK_APP_SECRET must be set')
  })

  it('treats an empty value as none', () => {
    expect(loadConfig({ PORT: '', SMTP_URL: '', S3_BUCKET: '' })).toMatchObject({
      port: 3000,
      s3: null,
    })
  })

  it('looks for models and LoRAs in the data folder, for models elsewhere if told so', () => {
    expect(loadConfig({ DATA_DIR: '/data' }).engine).toMatchObject({
      provider: 'cpu',
      modelsDir: '/data/models',
      loraDirs: ['/data/loras', expect.stringMatching(/text-to-image\/loras$/)],
    })
    expect(loadConfig({ DATA_DIR: '/data', MODELS_DIR: '/m' }).engine.modelsDir).toBe('/m')
  })

  it('lets --roles override ROLES', () => {
    expect(loadConfig({ ROLES: 'cron' }, ['--roles=web,worker']).roles).toEqual(['web', 'worker'])
    expect(loadConfig({ ROLES: 'cron' }, ['--roles', 'web']).roles).toEqual(['web'])
    expect(() => loadConfig({}, ['--roles=cook'])).toThrow('ROLES must be')
    expect(() => loadConfig({}, ['--verbose'])).toThrow('--verbose')
    expect(() => loadConfig({}, ['web'])).toThrow('web')
  })

  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.0.1' }, false],
    [{ PUBLIC_URL: 'https://atelier.example' }, false],
    [{ PUBLIC_URL: 'http://easel.localhost:3000' }, true],
    [{ HOST: '0.0.0.0', ALLOW_TEST_MODE: '1' }, true],
  ])('decides test mode for %j: %s', (environment, testMode) => {
    expect(loadConfig(environment).testMode).toBe(testMode)
  })

  it('has no inbox with SMTP and no test payments with a key', () => {
    const config = loadConfig({ SMTP_URL: 'smtp://mail.example', STRIPE_SECRET_KEY: 'sk_live_1' })
    expect([config.testMode, config.inbox, config.testPayments]).toEqual([true, false, false])
  })

  it('receives what pages tell others on this machine alone', () => {
    const sink = { TELEMETRY_SINK: '1', SENTRY_DSN: 'https://key@errors.example/7' }
    expect(loadConfig(sink).telemetry.errors?.tunnel).toBe('/dev/telemetry/envelope')
    expect(loadConfig({ ...sink, PORT: '3111' }).errorReports?.tunnel).toBe(
      'http://127.0.0.1:3111/dev/telemetry/envelope',
    )
    expect(() => loadConfig({ ...sink, PUBLIC_URL: 'https://a.example' })).toThrow(
      'TELEMETRY_SINK must be 0 where others reach the app.',
    )
  })

  it('names its operator, whose address has lines', () => {
    const OPERATOR_ADDRESS = 'Main Street 1; ; 12345 Springfield ;'
    expect(loadConfig({ OPERATOR_NAME: ' Ada Ltd ', OPERATOR_ADDRESS }).operator).toEqual({
      name: 'Ada Ltd',
      address: ['Main Street 1', '12345 Springfield'],
    })
    expect(loadConfig({}).operator).toEqual({ name: null, address: [] })
    expect(() => loadConfig({ OPERATOR_NAME: ' ' })).toThrow('OPERATOR_NAME')
  })

  it('cannot be changed', () => {
    const config = loadConfig({})
    expect(() => Object.assign(config.limits, { freeGrantsPerIp: 9 })).toThrow(TypeError)
  })
})

describe('readEnvironment', () => {
  it('reads .env, and the environment wins', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-env-'))
    try {
      expect(readEnvironment(folder, { A: '1' })).toEqual({ A: '1' })
      writeFileSync(join(folder, '.env'), 'PORT=4000\nHOST="::1" # here\n')
      expect(readEnvironment(folder, { PORT: '5000' })).toEqual({ PORT: '5000', HOST: '::1' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

it('knows loopback names', () => {
  const hosts = ['127.0.0.1', '127.9.9.9', 'localhost', 'easel.localhost', '::1', '[::1]']
  expect(hosts.filter((host) => !isLoopback(host))).toEqual([])
  expect(
    ['127.evil.example', 'localhost.example', '0.0.0.0', '10.0.0.1'].filter(isLoopback),
  ).toEqual([])
})

it('reads a command that trains, with its models, and what a step looks like', () => {
  const command = {
    TRAINER_COMMAND: 'train {dataset} {output}',
    TRAINER_MODELS: '/etc/trainer.json',
  }
  const { trainer } = loadConfig({ ...command, TRAINER_PROGRESS: 'at (?<step>\\d+)' })
  expect(trainer).toMatchObject({ modelsFile: '/etc/trainer.json', hours: 12, silentMinutes: 30 })
  for (const [line, step] of [
    ['at 12', '12'],
    ['at 7', '7'],
  ] as const)
    expect(trainer!.progress!.exec(line)?.groups?.['step']).toBe(step)
  expect(loadConfig({}).trainer).toBeNull()
  const { TRAINER_MODELS: _none, ...alone } = command
  expect(() => loadConfig(alone)).toThrow('TRAINER_MODELS')
  for (const wrong of ['at (\\d+)', 'at (?<step>'])
    expect(() => loadConfig({ ...command, TRAINER_PROGRESS: wrong })).toThrow('TRAINER_PROGRESS')
})
