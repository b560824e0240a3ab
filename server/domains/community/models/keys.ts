const PARTS = 'model-uploads/'
const FILES = 'lora-files/'

/** Where the parts of one person's uploads are. */
export const partsOf = (userId: string): string => `${PARTS}${userId}/`

export const partsFolder = (userId: string, upload: string): string =>
  `${partsOf(userId)}${upload}/`

export const partKey = (userId: string, upload: string, part: number): string =>
  `${partsFolder(userId, upload)}${part}.part`

/** Where one person's files of models are. */
export const filesOf = (userId: string): string => `${FILES}${userId}/`

export const fileKey = (userId: string, id: string): string => `${filesOf(userId)}${id}.safetensors`

/** Whether a stored file is of a model that was published or is being uploaded. */
export const isModelKey = (storageKey: string): boolean =>
  storageKey.startsWith(PARTS) || storageKey.startsWith(FILES)
