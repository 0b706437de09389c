interface Device extends Navigator {
  userAgentData?: { mobile: boolean }
}

/**
 * Whether this browser shows a PDF in a frame. Those of phones and tablets do not, whatever they say of themselves: one
 * offers a download instead, another shows a picture of the first page. They are known by the finger that points.
 */
export function showsPdfs() {
  const { pdfViewerEnabled, userAgentData }: Device = navigator
  const isHeldInHand = userAgentData?.mobile === true || window.matchMedia('(pointer: coarse)').matches
  return pdfViewerEnabled && !isHeldInHand
}
