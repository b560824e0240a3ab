// A module of its own, so that it comes alone: a dynamic import of a package's index brings all of the package.
export { Tooltip } from '@mantine/core'
