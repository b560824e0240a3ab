import type { Box, Point } from '../pictures/rgb-picture.ts'

/** Points of the mesh of MediaPipe's Face Mesh. */
export const MESH_POINTS = 468

/** A face found in a picture; places in pixels of that picture. */
export interface Face {
  /** Around the mesh. */
  box: Box
  /** 0 to 1. */
  certainty: number
  /** {@link MESH_POINTS} places, numbered as in MediaPipe's canonical face. */
  mesh: Point[]
  /** How far the head is turned to its left (positive) or right, degrees. */
  yaw: number
  /** How far the head looks down (positive) or up, degrees. */
  pitch: number
  /** How far the head leans to the picture's right (positive) or left, degrees. */
  roll: number
}

/** Points of the canonical face by what they are; left and right as the picture shows them. */
export const LANDMARKS = {
  leftEye: [33, 133],
  rightEye: [362, 263],
  noseTip: 1,
  leftMouth: 61,
  rightMouth: 291,
  leftCheek: 234,
  rightCheek: 454,
  forehead: 10,
  chin: 152,
} as const

/** The middle of some points of a mesh. */
export function middleOf(mesh: readonly Point[], indexes: readonly number[]): Point {
  const points = indexes.map((index) => mesh[index]!)
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }
}

/** Returns a face as it lies in the same picture enlarged. */
export function enlargeFace({ box, mesh, ...kept }: Face, by: number): Face {
  const { x, y, width, height } = box
  return {
    ...kept,
    box: { x: by * x, y: by * y, width: by * width, height: by * height },
    mesh: mesh.map((point) => ({ x: by * point.x, y: by * point.y })),
  }
}
