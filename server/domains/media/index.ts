export { createMedia, type Media, type MediaOptions } from './create-media.ts'
export type { FetchPicture } from './resize-picture.ts'
export type { PictureKeys, StoredPicture, StorePictureInput } from './store-picture.ts'
export { createUploads, type FoundUpload, type Uploads } from './uploads/create-uploads.ts'
