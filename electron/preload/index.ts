import { contextBridge, ipcRenderer } from "electron";
import { exposeBridge } from "./bridge.ts";

exposeBridge({ contextBridge, ipcRenderer });
