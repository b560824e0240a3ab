import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { api } from '#contract/index.ts'
import { type HubContent, type ModelHub, startModelHub } from './doubles/model-hub.ts'
import { newAdmin, type TestPerson } from './people.ts'
import {
  depthNetwork,
  foregroundNetwork,
  inpaintingNetwork,
  upscalingNetwork,
  writeRepository,
} from './random-model/tool-networks.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export const PATIENCE = { timeout: 60_000 }

/** An app whose hub has networks of the catalogue, made by a script, and an administrator who adds them. */
export interface NetworksApp {
  app: TestApp
  admin: TestPerson
  modelsDir: string
  /** Fetches a network and switches it on. */
  addAndUse(id: string): Promise<void>
  /** Puts something else in the place of its file. */
  breakFile(id: string): void
  remove(id: string): Promise<unknown>
  dispose(): Promise<void>
}

/** Grey that the network which paints holes paints in. */
export const PAINTED = 200

const NETWORKS: Record<string, { file: string; network: () => Buffer; licence: string }> = {
  'studioludens/birefnet-lite-512': {
    file: 'onnx/model_fp16.onnx',
    network: () => foregroundNetwork(512),
    licence: 'mit',
  },
  'yamura4/RMBG-2.0-ONNX': {
    file: 'onnx/model_fp16.onnx',
    network: () => foregroundNetwork(1024),
    licence: 'cc-by-nc-4.0',
  },
  'Carve/LaMa-ONNX': {
    file: 'lama_fp32.onnx',
    network: () => inpaintingNetwork(512, PAINTED),
    licence: 'apache-2.0',
  },
  'Xenova/swin2SR-realworld-sr-x4-64-bsrgan-psnr': {
    file: 'onnx/model.onnx',
    network: upscalingNetwork,
    licence: 'apache-2.0',
  },
  'onnx-community/depth-anything-v2-small': {
    file: 'onnx/model.onnx',
    network: () => depthNetwork(518),
    licence: 'apache-2.0',
  },
}

/** @param sources of the networks that the hub has */
export async function startNetworksApp(
  sources: readonly (keyof typeof NETWORKS)[],
  env: Record<string, string> = {},
): Promise<NetworksApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-added-'))
  const modelsDir = path.join(folder, 'models')
  const repositories: HubContent['repositories'] = {}
  for (const source of sources) {
    const { file, network, licence } = NETWORKS[source]!
    const at = path.join(folder, source.replace('/', '--'))
    repositories[source] = { folder: writeRepository(at, file, network()), licence }
  }
  const hub: ModelHub = await startModelHub({ repositories }, { isOneHost: true })
  const app = await startTestApp({
    overrides: { pages: false },
    env: { MODELS_DIR: modelsDir, HF_ENDPOINT: hub.url, ...env },
  })
  const admin = await newAdmin(app)
  const stateOf = async (id: string) =>
    (await admin.call(api.adminModels.list, {})).networks.find((one) => one.id === id)?.state
  return {
    app,
    admin,
    modelsDir,
    async addAndUse(id) {
      await admin.call(api.adminModels.add, {
        body: { source: id, id, accept_licence: true, not_for_business: true },
      })
      await expect.poll(() => stateOf(id), PATIENCE).toBe('here')
      await admin.call(api.adminModels.switchNetwork, { params: { id }, body: { on: true } })
    },
    breakFile: (id) =>
      writeFileSync(path.join(modelsDir, '.tool-networks', id, 'network.onnx'), 'no network'),
    remove: (id) => admin.call(api.adminModels.remove, { params: { id } }),
    async dispose() {
      await app.dispose()
      await hub.close()
      rmSync(folder, { recursive: true })
    },
  }
}
