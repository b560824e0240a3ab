/** Mantine's style sheets; `scripts/vite/mantine-styles.ts` makes it. */
declare module 'virtual:mantine-styles.css' {}
