import type { QrDrawing } from './qr-code.server.ts'

/** Dark on white in both themes: cameras read no other. */
export function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg
      role="img" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- an svg in the page needs no request
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-29 rounded-sm inset-ring inset-ring-rule forced-color-adjust-none md:size-33"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#151a22" d={path} />
    </svg>
  )
}
