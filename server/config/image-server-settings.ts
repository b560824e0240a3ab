import { note, serverUrls } from './values.ts'

/** Servers elsewhere that make images, by their addresses. */
export const IMAGE_SERVERS = {
  A1111_URLS: note(
    serverUrls,
    "Servers with A1111's API that draw with their own models: AUTOMATIC1111, Forge, SD.Next, `sd-server`. `http://host:7860,http://user:password@host2:7860`. Start `sd-server` with `--lora-apply-mode at_runtime`: by default it writes a LoRA into its weights, and one whose file is deleted after it was used stays in everything that it draws",
  ),
  COMFYUI_URLS: note(
    serverUrls,
    'ComfyUI servers that draw with their own models. `http://host:8188,http://user:password@host2:8188`',
  ),
  OPENAI_IMAGE_URLS: note(
    serverUrls,
    "Servers and services that speak OpenAI's interface of images, such as vLLM-Omni, SGLang, LocalAI, LiteLLM, `sd-server` or OpenAI itself. `https://:key@host/v1?preset=vllm-omni`; `docs/models.md` lists the options. Tried with a real `sd-server`, and never with a key of a service",
  ),
}

/** The setting of each kind of server, by the name of its engine; the first ones are preferred. */
const SETTING_OF = {
  a1111: 'A1111_URLS',
  comfyui: 'COMFYUI_URLS',
  openai: 'OPENAI_IMAGE_URLS',
} as const satisfies Record<string, keyof typeof IMAGE_SERVERS>

type ServerKind = keyof typeof SETTING_OF

/** Addresses of servers, by the names of their engines; they may have credentials in them. */
export type ServerConfigs = Readonly<Record<ServerKind, readonly string[]>>

export const SERVER_SECRETS: readonly string[] = Object.values(SETTING_OF)

/** Addresses of servers, by the values of all settings. */
export const readServers = (
  settings: Readonly<Record<keyof typeof IMAGE_SERVERS, readonly string[]>>,
): ServerConfigs =>
  Object.fromEntries(
    Object.entries(SETTING_OF).map(([kind, setting]) => [kind, settings[setting]]),
  ) as Record<ServerKind, readonly string[]>
