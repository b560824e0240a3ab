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
