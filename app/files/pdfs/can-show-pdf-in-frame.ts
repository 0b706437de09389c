interface Device extends Navigator {
  userAgentData?: { mobile: boolean }
}

/**
 * Whether this browser shows a PDF in a frame. Phones and tablets do not, whatever `pdfViewerEnabled` says: one offers
 * a download instead, another shows a picture of the first page.
 */
export function canShowPdfInFrame() {
  const { pdfViewerEnabled, userAgentData }: Device = navigator
  const isTouchDevice = userAgentData?.mobile === true || window.matchMedia('(pointer: coarse)').matches
  return pdfViewerEnabled && !isTouchDevice
}
