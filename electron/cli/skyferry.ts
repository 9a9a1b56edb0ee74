#!/usr/bin/env node
import { keepCompiled } from "./compile-cache.ts";

// Before anything else is loaded.
keepCompiled();
await import("./process.ts");
