export { InstantAvatarsPage } from './instant-avatars-page.tsx'
