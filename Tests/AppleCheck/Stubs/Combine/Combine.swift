// https://developer.apple.com/documentation/combine, as OpenCombine implements it.
@_exported import OpenCombine
