/** How a prompt, or a call that submits one, goes wrong. */
export type ComfyuiFault =
  | 'refused'
  | 'server error'
  | 'throttled'
  | 'garbage'
  | 'half an image'
  | 'wrong size'
  | 'black'
  | 'failed'
  | 'out of memory'
  | 'broken model'
  | 'deleted model'
  | 'another model'
  | 'broken LoRA'
  | 'interrupted by somebody else'
  | 'answer lost'

interface Failure {
  node_type: string
  exception_type: string
  exception_message: string
}

const NO_HEADER = {
  exception_type: 'safetensors._safetensors_rust.SafetensorError',
  exception_message:
    'Error while deserializing header: invalid JSON in header: EOF while parsing a value at line 1 column 0\n',
}

/**
 * What the history says of prompts that failed. Those of files are as ComfyUI 0.3.64 told them of a kilobyte of zeros, of
 * a checkpoint that was deleted while its prompt waited, and of a LoRA that lay among the checkpoints.
 */
export const FAILURES: Partial<Record<ComfyuiFault, Failure>> = {
  failed: { node_type: 'KSampler', exception_type: 'RuntimeError', exception_message: 'broken' },
  'out of memory': {
    node_type: 'KSampler',
    exception_type: 'torch.OutOfMemoryError',
    exception_message: 'Allocation on device',
  },
  'broken model': { node_type: 'CheckpointLoaderSimple', ...NO_HEADER },
  'deleted model': {
    node_type: 'CheckpointLoaderSimple',
    exception_type: 'FileNotFoundError',
    exception_message:
      "Model in folder 'checkpoints' with filename 'photon_v1.safetensors' not found.\n",
  },
  'another model': {
    node_type: 'CheckpointLoaderSimple',
    exception_type: 'RuntimeError',
    exception_message:
      'ERROR: Could not detect model type of: /comfy/models/checkpoints/photon_v1.safetensors\n\nHINT: This seems to be a Lora file and Lora files should be put in the lora folder and loaded with a lora loader node..\n',
  },
  'broken LoRA': { node_type: 'LoraLoader', ...NO_HEADER },
}
